// The time by which everything on screen says how long ago it was: it goes on while nobody does anything. Separate so that there
// is one timer. Half a minute is enough: what is younger than a minute is "now".
class Clock {
  now = $state(Date.now());
  constructor() {
    setInterval(() => (this.now = Date.now()), 30_000);
  }
}

export const clock = new Clock();
