// Read by svelte-check and the editor; the build takes the same from vite.config.ts.
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

export default { preprocess: vitePreprocess() };
