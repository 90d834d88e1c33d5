// Two frames: the callback of the first runs before the paint, the one of the second after it.
requestAnimationFrame(() => requestAnimationFrame(() => window.__TAURI__.core.invoke("painted")));
