import { buildTools } from './build-tools.ts'
import { languages } from './languages.ts'
import { machines } from './machines.ts'
import type { Obeyed } from './obeyed.ts'
import { packageTools } from './package-tools.ts'

/** Programs that do what files of the workspace say, by name. */
const obeyTable: Readonly<Record<string, Obeyed>> = { ...buildTools, ...packageTools, ...languages, ...machines }

/** Returns the table's entry for a program, whose name may end in a version. */
export function obeyedBy(name: string): Obeyed | undefined {
  return [name, name.replace(/[\d.]+$/, '')]
    .map((each) => (Object.hasOwn(obeyTable, each) ? obeyTable[each] : undefined))
    .find((found) => found !== undefined)
}
