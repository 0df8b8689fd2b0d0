/** A host name. IPv4 addresses do not match: they have only digits after the last dot. */
export const HOST_NAME = /^(?:[a-z\d_-]+\.)*[a-z\d_-]*[a-z_-][a-z\d_-]*\.?$/i;
