import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ownModules } from './own-modules.ts'

test('what a start loads is found across packages, without what is loaded later or needs a package of others', () => {
  const build = mkdtempSync(join(tmpdir(), 'drawbridge-build-'))
  onTestFinished(() => rmSync(build, { recursive: true, force: true }))
  const at = (path: string) => join(build, path)
  const modules = {
    'cli/src/call.js': `import { run } from '@drawbridge/core/run';\nimport { z } from 'zod';\nexport const call = () => import('./late.js');\n`,
    'cli/src/late.js': '',
    'core/src/run.js': `import 'node:fs';\nexport { step } from "./step.js";\n`,
    'core/src/step.js': `export const step = "import x from './never.js'";\n`,
  }
  for (const [path, text] of Object.entries(modules)) {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
  }
  const manifest = { name: '@drawbridge/core', version: '1.0.0', exports: { './run': './src/run.ts' } }
  const own = ownModules([{ folder: 'core', path: '', manifest }], build)
  expect(own.find('@drawbridge/core/other')).toBeUndefined()
  expect(own.find('zod')).toBeUndefined()
  const loaded = own.loadedWith([at('cli/src/call.js')])
  expect([...loaded].sort()).toEqual([at('core/src/run.js'), at('core/src/step.js')])
  const joined = own.loadedWith([at('cli/src/call.js')], ['zod'])
  expect([...joined].sort()).toEqual([at('cli/src/call.js'), at('core/src/run.js'), at('core/src/step.js')])
  expect([...own.importedLater(joined)]).toEqual([at('cli/src/late.js')])
})
