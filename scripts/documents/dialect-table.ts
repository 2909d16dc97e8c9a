import { renderTable } from './table.ts'

/** Returns the names of the built-in tools in each dialect that has names of its own. */
export async function dialectTable(): Promise<string> {
  const { builtInRegistry } = await import('../../packages/sdk/src/config/check-policy-file.ts')
  const { exposedName } = await import('../../packages/core/src/dialect/plain-dialects.ts')
  const { dialectNames, loadDialect } = await import('../../packages/core/src/dialect/load-dialect.ts')
  const dialects = await Promise.all(dialectNames.filter((name) => name !== 'canonical').map(loadDialect))
  const tools = (await builtInRegistry()).list().map(({ name }) => name)
  const safe = dialects.find(({ name }) => name === 'safe')
  return renderTable(
    ['canonical', ...dialects.map(({ name }) => name)],
    tools.map((tool) => [
      `\`${tool}\``,
      ...dialects.map((dialect) => {
        const name = exposedName(tool, dialect)
        return dialect !== safe && safe !== undefined && name === exposedName(tool, safe) ? '' : `\`${name}\``
      }),
    ]),
  )
}
