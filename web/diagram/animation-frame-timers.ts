/**
 * Replaces animation frames by timers, before Mermaid is loaded. Mermaid measures in animation frames. A browser sends
 * none to a frame that is scrolled out of view, or whose tab is in the background, so a diagram would never be drawn.
 */
window.requestAnimationFrame = (callback) => window.setTimeout(() => callback(performance.now()), 0);
