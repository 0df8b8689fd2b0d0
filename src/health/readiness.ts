import { Injectable } from '@nestjs/common';

/** The readiness of this instance: once it drains, `/health/ready` sends requests elsewhere while those in flight finish. */
@Injectable()
export class Readiness {
  private leaving = false;

  get draining(): boolean {
    return this.leaving;
  }

  drain(): void {
    this.leaving = true;
  }
}
