export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Revokes the URL a minute later, because some browsers have not read the file yet when `click` returns.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
