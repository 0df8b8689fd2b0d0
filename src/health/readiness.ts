import { Injectable } from '@nestjs/common';

/** Whether this instance still wants requests: once it drains, `/health/ready` sends them elsewhere while those in flight finish. */
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
