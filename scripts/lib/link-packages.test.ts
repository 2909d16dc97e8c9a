import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linkPackages } from './link-packages.ts'

test('a package that came after the last installation is found by its name, and one that is there stays as it is', () => {
  const root = mkdtempSync(join(tmpdir(), 'drawbridge-links-'))
  try {
    for (const folder of ['old', 'new']) {
      mkdirSync(join(root, 'packages', folder), { recursive: true })
      writeFileSync(join(root, 'packages', folder, 'package.json'), JSON.stringify({ name: `@drawbridge/${folder}` }))
    }
    mkdirSync(join(root, 'node_modules/@drawbridge/old'), { recursive: true })
    writeFileSync(join(root, 'node_modules/@drawbridge/old/package.json'), '"installed"')
    linkPackages(root)
    linkPackages(root)
    const manifest = (name: string) =>
      readFileSync(join(root, 'node_modules/@drawbridge', name, 'package.json'), 'utf8')
    expect([manifest('new'), manifest('old')]).toEqual(['{"name":"@drawbridge/new"}', '"installed"'])
  } finally {
    rmSync(root, { recursive: true })
  }
})
