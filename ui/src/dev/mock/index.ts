// A stand-in for Rust, for working on the window in a browser and for tests. Never part of the built window.
import { mockIPC } from '@tauri-apps/api/mocks';
import { Desk } from './desk';

/** Answers every command from a desk in memory; returns the desk, so that a test can change its files. */
export function install(desk = new Desk()): Desk {
  mockIPC((command, args) => desk.answer(command, (args ?? {}) as Record<string, unknown>), { shouldMockEvents: true });
  return desk;
}
