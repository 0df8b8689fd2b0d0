import { createHash } from 'node:crypto';

/** An answer as it went out once, to be sent again. */
export class WholeAnswer {
  private tag: string | undefined;

  constructor(
    readonly contentType: string,
    readonly body: Buffer,
    /** For the audit log. */
    readonly rowCount: number,
  ) {}

  /** A strong entity tag (RFC 9110, section 8.8.3): equal for equal bytes alone. */
  get etag(): string {
    return (this.tag ??= `"${createHash('sha256').update(this.contentType).update(this.body).digest('base64url')}"`);
  }
}
