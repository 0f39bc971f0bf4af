/**
 * Lets a module import the bytes of a `.bin` file. The bundler makes the file a part of the function's code
 * (lib/constructs/base/bundle.ts).
 */
declare module '*.bin' {
  const bytes: Uint8Array;
  export default bytes;
}
