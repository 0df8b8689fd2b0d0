import { crc32, inflateRawSync } from 'node:zlib';

const [LOCAL, DESCRIPTOR, CENTRAL, END] = [0x04034b50, 0x08074b50, 0x02014b50, 0x06054b50];
const END_BYTES = 22;

/** Reads the entries of a ZIP archive by its directory, with their checksums and descriptors checked. Throws for an archive that is cut off. */
export function readZip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.length - END_BYTES;
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error('the archive has no end');
  const entries = new Map<string, Buffer>();
  let place = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(place) !== CENTRAL) throw new Error(`no entry at ${place}`);
    const [crc, packed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(place + field)) as [number, number, number]; // prettier-ignore
    const nameEnd = place + 46 + archive.readUInt16LE(place + 28);
    const name = archive.toString('utf8', place + 46, nameEnd);
    entries.set(name, readEntry(archive, archive.readUInt32LE(place + 42), { name, crc, packed, size }));
    place = nameEnd + archive.readUInt16LE(place + 30);
  }
  if (place !== end) throw new Error('the directory does not end where the archive does');
  return entries;
}

interface Entry {
  readonly name: string;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

function readEntry(archive: Buffer, place: number, { name, crc, packed, size }: Entry): Buffer {
  if (archive.readUInt32LE(place) !== LOCAL) throw new Error(`${name} is not at ${place}`);
  const begin = place + 30 + archive.readUInt16LE(place + 26) + archive.readUInt16LE(place + 28);
  const data = inflateRawSync(archive.subarray(begin, begin + packed));
  const descriptor = [0, 4, 8, 12].map((field) => archive.readUInt32LE(begin + packed + field));
  const expected = [DESCRIPTOR, crc32(data), packed, data.length];
  if (crc !== crc32(data) || size !== data.length || descriptor.join() !== expected.join())
    throw new Error(`${name} is damaged`);
  return data;
}
