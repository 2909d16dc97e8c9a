/** What people call a program that goes by another name on the search path. */
const commonNames: Readonly<Record<string, string>> = { bwrap: 'bubblewrap' }

/**
 * Whether `DRAWBRIDGE_REQUIRE` (a comma-separated list) names this program or resource. What is required and missing
 * fails; what is merely missing skips by name.
 */
export function isRequired(name: string): boolean {
  const required = (process.env.DRAWBRIDGE_REQUIRE ?? '').split(',').map((entry) => entry.trim())
  return required.includes(name) || (Object.hasOwn(commonNames, name) && required.includes(commonNames[name] ?? name))
}
