import { afterEach, expect, test, vi } from 'vitest'
import { requirePlatform } from './require-platform.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('Windows is refused at import, with the reason and the way out', async () => {
  vi.stubGlobal('process', { ...process, versions: process.versions, platform: 'win32' })
  vi.resetModules()
  await expect(import('../index.ts')).rejects.toMatchObject({
    code: 'unsupported_runtime',
    message: expect.stringMatching(/does not run on Windows: .*Windows Subsystem for Linux: `wsl --install`/),
  })
})

test.each(['linux', 'darwin'])('%s is accepted', (platform) => {
  expect(() => requirePlatform(platform)).not.toThrow()
})
