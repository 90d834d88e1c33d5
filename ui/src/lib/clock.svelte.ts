// The time by which everything on screen says how long ago it was: it goes on while nobody does anything. Separate so that there
// is one timer. Half a minute is enough: what is younger than a minute is "now".
import { hasTurned } from './days';

const EVERY = 30_000;

class Clock {
  now = $state(Date.now());
  /** How often a day has begun, the machine has slept, or its clock was set: what is told in whole days may be another then. */
  turns = $state(0);
  constructor() {
    setInterval(() => {
      const before = this.now;
      this.now = Date.now();
      if (hasTurned(before, this.now, EVERY)) this.turns++;
    }, EVERY);
  }
}

export const clock = new Clock();
