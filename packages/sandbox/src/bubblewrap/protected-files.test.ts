import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import { canary } from '../__fixtures__/scene.ts'
import { type BoxedOptions, type BoxedScene, createBoxedScene } from './__fixtures__/boxed-scene.ts'

/** Names of a workspace in which everything protected is asked for, whether it exists or not. */
const protectedNames = [
  '.git/hooks',
  '.git/config',
  '.vscode',
  '.mcp.json',
  'drawbridge.jsonc',
  'packages/a/.git/config',
]

let boxed: BoxedScene
const use = (options: BoxedOptions): BoxedScene => {
  boxed = createBoxedScene(options)
  return boxed
}
beforeEach(() => {
  use({})
})
afterEach(() => boxed[Symbol.asyncDispose]())

describeWithProgram('bwrap', 'attacks on protected files are held by mounts', () => {
  describe('protected files', () => {
    const options: BoxedOptions = {
      profile: ({ workspace }) => ({ readOnly: protectedNames.map((name) => `${workspace}/${name}`) }),
    }
    beforeEach(async () => {
      await boxed[Symbol.asyncDispose]()
      use(options)
      boxed.scene.file('workspace/.git/config', 'ours')
      boxed.scene.file('workspace/.git/hooks/pre-commit', 'ours')
      boxed.scene.file('workspace/.git/HEAD', 'ref')
      boxed.scene.file('workspace/packages/a/.git/config', 'ours')
    })

    test('are read, and what lies beside them is written', async () => {
      expect(await boxed.shell('cat .git/config; echo x > .git/index; mv .git/index .git/other; cat .git/other')).toBe(
        'oursx\n',
      )
    })

    test.each([
      'echo x > .git/config',
      'echo x > .git/hooks/pre-commit',
      'echo x > .git/hooks/post-checkout',
      'rm -rf .git',
      'mv .git moved && mkdir -p .git/hooks && echo x > .git/config',
      'mv .git/hooks .git/h && mkdir .git/hooks && echo x > .git/hooks/pre-commit',
      'echo x > n && mv -f n .git/config',
      'ln -f n .git/config',
      'ln .git/config c && echo x > c',
      'mv packages p && mkdir -p packages/a/.git && echo x > packages/a/.git/config',
      'mv packages/a packages/b',
      'chmod 777 .git/hooks; chmod 666 .git/config; echo x >> .git/config',
      'mount --bind /tmp .git/hooks && echo x > .git/hooks/pre-commit',
      'umount .git/config; echo x > .git/config',
      'mkdir .vscode; echo x > .vscode/tasks.json',
      'rmdir .vscode && mkdir .vscode && echo x > .vscode/tasks.json',
      'echo x > .mcp.json',
      'rm -rf .mcp.json; echo x > .mcp.json',
      'mv .mcp.json m; echo x > .mcp.json',
      'echo elsewhere > .git/commondir',
      'rm -f .git/commondir; echo elsewhere > .git/commondir',
      'mv -f d .git/commondir; ln -sf d .git/commondir',
      'chmod 777 .vscode .mcp.json; echo x > .vscode/tasks.json; echo x > .mcp.json/x; rmdir .mcp.json; echo x > .mcp.json',
      'echo x > d; mv -T d drawbridge.jsonc; ln -sfn d drawbridge.jsonc',
    ])('are not changed, made or moved away by: %s', async (attack) => {
      await boxed.shell(attack)
      expect(boxed.scene.text('workspace/.git/config')).toBe('ours')
      expect(boxed.scene.text('workspace/.git/hooks/pre-commit')).toBe('ours')
      expect(readdirSync(join(boxed.workspace, '.git/hooks'))).toEqual(['pre-commit'])
      expect(boxed.scene.text('workspace/packages/a/.git/config')).toBe('ours')
      for (const name of ['.vscode', '.mcp.json', 'drawbridge.jsonc', '.git/commondir']) {
        expect(existsSync(join(boxed.workspace, name))).toBe(false)
      }
    })

    test('that do not exist are held by placeholders, which are gone afterwards', async () => {
      expect((await boxed.shell('ls -A')).split('\n')).toEqual(expect.arrayContaining(['.mcp.json', '.vscode']))
      expect(readdirSync(boxed.workspace).sort()).toEqual(['.git', 'packages'])
    })

    test('are the hooks and settings that a repository has elsewhere, too', async () => {
      boxed.scene.file('workspace/.git/config', '[core]\nhooksPath = .husky/_\n[include]\npath = ../settings')
      boxed.scene.file('workspace/.husky/pre-commit', 'ours')
      await boxed.shell(`echo x > .husky/pre-commit; echo x > .husky/new; mv .husky h; rm -rf .husky; mkdir -p .husky/_
        chmod 666 settings; echo x > settings; rm -f settings; echo x > settings`)
      expect(boxed.scene.text('workspace/.husky/pre-commit')).toBe('ours')
      expect(readdirSync(join(boxed.workspace, '.husky'))).toEqual(['pre-commit'])
      expect(existsSync(join(boxed.workspace, 'settings'))).toBe(false)
    })

    test('are not shown by their protection where they are masked', async () => {
      await boxed[Symbol.asyncDispose]()
      use({ profile: ({ workspace }) => ({ masked: [`${workspace}/.git`], readOnly: [`${workspace}/.git/config`] }) })
      boxed.scene.file('workspace/.git/config', canary)
      expect(await boxed.shell('cat .git/config .git/commondir; ls .git')).not.toContain(canary)
    })

    test('are said to be protected where a program fails at one, with what to do', async () => {
      expect(await boxed.shell('echo x > .vscode/tasks.json')).toMatch(/drawbridge: ".*\/\.vscode" is protected/)
      expect(await boxed.shell('echo fine >&2')).toBe('fine\n')
    })

    test('are the packages from which Drawbridge itself runs, where those lie in a workspace', async () => {
      await boxed[Symbol.asyncDispose]()
      use({ backend: (scene) => ({ ownFiles: [join(scene.workspace, 'node_modules/drawbridge/main.js')] }) })
      boxed.scene.file('workspace/node_modules/drawbridge/main.js', 'ours')
      await boxed.shell(`echo x > node_modules/drawbridge/main.js; mkdir -p node_modules/.bin/drawbridge
        mv node_modules n; mkdir -p node_modules/drawbridge; echo x > node_modules/drawbridge/main.js`)
      expect(boxed.scene.text('workspace/node_modules/drawbridge/main.js')).toBe('ours')
      expect(readdirSync(join(boxed.workspace, 'node_modules'))).toEqual(['drawbridge'])
    })

    test('cannot be behind a link, which nothing could hold', async () => {
      boxed.scene.folder('workspace/elsewhere')
      boxed.scene.symlink('workspace/.vscode', 'elsewhere')
      await expect(boxed.run(['true'])).rejects.toMatchObject({ failure: { code: 'sandbox_unavailable' } })
    })
  })
})

describeWithProgram('git', 'repositories in sandboxes', () => {
  describeWithProgram('bwrap', 'attacks on protected files are held by mounts', () => {
    test('a repository is not made, since its hooks would run outside, and what to do is said', async () => {
      await boxed[Symbol.asyncDispose]()
      use({ profile: ({ workspace }) => ({ readOnly: [`${workspace}/.git/hooks`, `${workspace}/.git/config`] }) })
      expect(await boxed.shell('git init')).toContain('Ask the user to run "git init" outside')
      expect(readdirSync(boxed.workspace)).toEqual([])
    })
  })
})
