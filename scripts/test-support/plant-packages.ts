import { plantRepository } from './plant-repository.ts'

/**
 * Plants packages that are nothing but doors: by folder and door (`.`, `./policy`) the source behind it, in `src/index.ts` or
 * `src/policy.ts`.
 * @returns the root of the repository.
 */
export function plantPackages(
  packages: Readonly<Record<string, Readonly<Record<string, string>>>>,
  files: Readonly<Record<string, string>> = {},
): string {
  return plantRepository({
    ...files,
    ...Object.fromEntries(
      Object.entries(packages).flatMap(([folder, doors]) => {
        const name = `@drawbridge/${folder}`
        const exports = Object.fromEntries(Object.keys(doors).map((door) => [door, `./${fileOf(door)}`]))
        const manifest = { name, version: '0.0.0', type: 'module', exports }
        return [
          [`packages/${folder}/package.json`, JSON.stringify(manifest)],
          ...Object.entries(doors).map(([door, source]) => [`packages/${folder}/${fileOf(door)}`, source]),
        ]
      }),
    ),
  })
}

function fileOf(door: string): string {
  return `src/${door === '.' ? 'index' : door.slice(2)}.ts`
}
