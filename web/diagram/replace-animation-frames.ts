/**
 * Replaces animation frames by timers, before Mermaid is loaded. Mermaid waits for animation frames, and a browser runs
 * none in an iframe that is scrolled out of view or whose tab is in the background.
 */
window.requestAnimationFrame = (callback) => window.setTimeout(() => callback(performance.now()), 0);
