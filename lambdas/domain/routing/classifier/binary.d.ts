/** Lets a module import a binary file. The bundler makes it a part of the function (lib/constructs/base/bundle.ts). */
declare module '*.bin' {
  const bytes: Uint8Array;
  export default bytes;
}
