import { expect, test } from 'vitest';
import { FieldSetter, type Fields } from './fields';

function scene(text: string) {
  const state = { text, asked: [] as [string, Fields][], failed: [] as unknown[], answer: [] as (() => void)[] };
  const setter = new FieldSetter({
    read: () => state.text,
    write: (next) => (state.text = next),
    ask: (from, fields) => {
      state.asked.push([from, fields]);
      const set = Object.entries(fields).filter(([, value]) => value !== null);
      return new Promise((resolve) =>
        state.answer.push(() => resolve(`${from}${set.map(([k, v]) => `[${k}=${v}]`).join('')}`)),
      );
    },
    fail: (reason) => state.failed.push(reason),
  });
  const settle = async (): Promise<void> => {
    state.answer.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { state, setter, settle };
}

test('a field is set in the text', async () => {
  const { state, setter, settle } = scene('x');
  void setter.set('name', 'N');
  await settle();
  expect(state.text).toBe('x[name=N]');
  expect(state.asked).toEqual([['x', { name: 'N', description: null, topicType: null }]]);
});

test('what is typed in a field meanwhile is set afterwards, only the newest value', async () => {
  const { state, setter, settle } = scene('x');
  void setter.set('name', 'N');
  void setter.set('name', 'Na');
  void setter.set('name', 'Nam');
  await settle();
  await settle();
  expect(state.asked.map(([, fields]) => fields.name)).toEqual(['N', 'Nam']);
  expect(state.text).toBe('x[name=N][name=Nam]');
});

test('what is typed in the source meanwhile is never overwritten', async () => {
  const { state, setter, settle } = scene('x');
  void setter.set('description', 'D');
  state.text = 'xy';
  await settle();
  expect(state.text).toBe('xy');
  await settle();
  expect(state.text).toBe('xy[description=D]');
});

test('a refusal is told, leaves the text alone, and the next field works again', async () => {
  let refuse = true;
  let text = 'x';
  const failed: unknown[] = [];
  const setter = new FieldSetter({
    read: () => text,
    write: (next) => (text = next),
    ask: (from) => (refuse ? Promise.reject(new Error('no')) : Promise.resolve(`${from}!`)),
    fail: (reason) => failed.push(reason),
  });
  await setter.set('name', 'N');
  expect([text, failed.length]).toEqual(['x', 1]);
  refuse = false;
  await setter.set('name', 'N');
  expect(text).toBe('x!');
});
