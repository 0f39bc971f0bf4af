/**
 * Replaces animation frames by timers, before Mermaid is loaded. Mermaid measures in animation frames. A browser runs
 * none in an iframe that is scrolled out of view or whose tab is in the background, so Mermaid would draw nothing.
 */
window.requestAnimationFrame = (callback) => window.setTimeout(() => callback(performance.now()), 0);
