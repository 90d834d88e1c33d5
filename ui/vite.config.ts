// How the window's pages are built. Separate from vitest's settings only by the `test` key, so that both resolve modules alike.
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig(({ mode }) => ({
  plugins: [svelte({ preprocess: vitePreprocess() })],
  // Tests mount components, so they need Svelte's browser build.
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  clearScreen: false,
  server: { port: 1420, strictPort: true },
  build: {
    // WebKitGTK of Debian stable, WKWebView of macOS 13, WebView2.
    target: ['safari16.4', 'chrome110'],
    // Nothing is fetched over a network: a preload of every chunk would only delay the first paint.
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // Packages are missing (`npm ci` brings them): a build without them would be a window with empty panes.
      onLog(level, log, handle) {
        if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
        handle(level, log);
      },
    },
    chunkSizeWarningLimit: 600,
  },
  test: {
    environment: 'jsdom',
    include: ['test/**/*.test.ts', 'src/**/*.test.ts'],
    // Whole windows are drawn in jsdom, on machines that are busy.
    testTimeout: 40_000,
    setupFiles: ['test/setup.ts'],
  },
}));
