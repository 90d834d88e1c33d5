import { expect, test, vi } from 'vitest';
import { PATIENCE, Resource } from './resource.svelte';

const later =
  <T>(value: T, ms: number) =>
  () =>
    new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));

test('an answer that a later question overtook is dropped', async () => {
  const resource = new Resource<string>();
  const [slow, quick] = [resource.load(later('old', 30)), resource.load(later('new', 5))];
  expect(await quick).toBe('new');
  expect(await slow).toBeNull();
  expect(resource.value).toBe('new');
  expect(resource.loading).toBe(false);
});

test('the last value stays while a newer one fails', async () => {
  const resource = new Resource<string>();
  await resource.load(later('here', 0));
  await resource.load(() => Promise.reject({ code: 'io', message: 'gone', hint: null }));
  expect(resource.value).toBe('here');
  expect(resource.failure).toEqual({ code: 'io', message: 'gone', hint: null });
});

test('whatever is thrown becomes a failure', async () => {
  const resource = new Resource<string>();
  await resource.load(() => Promise.reject(new Error('no such command')));
  expect(resource.failure).toEqual({ code: 'unknown', message: 'no such command', hint: null });
});

test('a wait is told after its time, however often the question is asked anew meanwhile', async () => {
  vi.useFakeTimers();
  try {
    const resource = new Resource<string>();
    const seen: boolean[] = [];
    const step = async (ms: number): Promise<void> => {
      await vi.advanceTimersByTimeAsync(ms);
      seen.push(resource.slow);
    };
    void resource.load(later('first', PATIENCE * 10));
    await step(PATIENCE / 2);
    void resource.load(later('second', PATIENCE));
    await step(PATIENCE / 2);
    void resource.load(later('third', PATIENCE / 2));
    await step(PATIENCE / 4);
    await step(PATIENCE);
    expect(resource.value).toBe('third');
    void resource.load(later('fourth', PATIENCE * 2));
    await step(PATIENCE / 2);
    resource.set(null);
    await step(PATIENCE * 2);
    expect(seen).toEqual([false, true, true, false, false, false]);
  } finally {
    vi.useRealTimers();
  }
});
