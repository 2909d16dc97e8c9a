/** The common name of a program that has another name on the search path. */
const commonNames: Readonly<Record<string, string>> = { bwrap: 'bubblewrap' }

/**
 * Returns true if `DRAWBRIDGE_REQUIRE` (a comma-separated list) names this program or resource. If it is required and
 * missing, tests fail; if it is just missing, they are skipped by name.
 */
export function isRequired(name: string): boolean {
  const required = (process.env.DRAWBRIDGE_REQUIRE ?? '').split(',').map((entry) => entry.trim())
  return required.includes(name) || (Object.hasOwn(commonNames, name) && required.includes(commonNames[name] ?? name))
}
