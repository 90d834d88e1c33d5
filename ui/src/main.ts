// Where the page starts: asks for the first store before anything is drawn, then mounts the frame. Nothing else runs before the first paint.
import { mount } from 'svelte';
import './styles/base.css';
import App from './App.svelte';
import { app } from './lib/state.svelte';
import { followTheme } from './lib/theme';

async function begin(): Promise<void> {
  if (import.meta.env.MODE === 'mock') (await import('./dev/mock')).install();
  // until the first answer the choice is what the window set before anything was drawn
  const early = document.documentElement.dataset.theme ?? null;
  followTheme(() => (app.start ? app.preferences.theme : early));
  const booted = app.boot();
  mount(App, { target: document.getElementById('app') ?? document.body });
  await booted;
}

void begin();
