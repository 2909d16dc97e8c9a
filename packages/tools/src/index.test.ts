import { expect, test } from 'vitest'
import { artifactTools, createCredentialedExec, createWebTools, fileTools, runtimeTools } from './index.ts'

const noPrograms = { find: () => undefined, list: () => [] }
const programs = { all: noPrograms, everyones: noPrograms, of: () => noPrograms }
const source = { lookUp: () => undefined, conceal: () => true, locate: () => undefined }
const client = () => Promise.reject(new Error('not called'))
const all = [
  ...fileTools,
  ...runtimeTools,
  ...artifactTools,
  ...createWebTools({ client }),
  createCredentialedExec(programs, source),
]

test.each(all.map((tool) => [tool.name, tool] as const))(
  '%s says in the list what its body does in the mode plan and with what is cut',
  async (_name, { load, mayOnlyRead = false, storesWhole = true }) => {
    const { effective, resultLimit } = await load()
    expect({ mayOnlyRead, storesWhole }).toEqual({
      mayOnlyRead: effective !== undefined,
      storesWhole: resultLimit?.artifact !== false,
    })
  },
)
