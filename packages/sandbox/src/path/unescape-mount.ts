/** Returns a field of the kernel's table of mounts as it is: blanks and similar characters are octal escapes there. Pure. */
export function unescapeMount(field: string): string {
  return field.replace(/\\([0-7]{3})/g, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
}
