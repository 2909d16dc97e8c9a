import { describe, expect, test } from 'vitest'
import { isProtectedWrite } from './protected-write.ts'

describe('a write that could change what runs later', () => {
  test.each([
    '/work/drawbridge.jsonc',
    '/work/.git/hooks/pre-commit',
    '/work/.GIT/config',
    '/work/packages/a/.git',
    '/work/.vscode/tasks.json',
    '/work/.idea/workspace.xml',
    '/work/.mcp.json',
    '/work/.cursor/rules',
    '/work/.claude/settings.json',
    '/home/user/.bashrc',
    '/home/user/.zprofile',
    '/home/user/.config/autostart/x.desktop',
    '/home/user/.ssh/authorized_keys',
    '/etc/profile.d/x.sh',
    '/etc/cron.d/job',
  ])('is protected: %s', (path) => {
    expect(isProtectedWrite(path, '/work')).toBe(true)
  })

  test.each([
    '/work/.gitignore',
    '/work/.github/workflows/ci.yml',
    '/work/src/profile.ts',
    '/work/git/x',
    '/etc/hosts',
  ])('is an ordinary write: %s', (path) => {
    expect(isProtectedWrite(path, '/work')).toBe(false)
  })

  test('judges a workspace inside such a folder by what lies below the workspace', () => {
    expect(isProtectedWrite('/p/.claude/worktrees/a/src/x.ts', '/p/.claude/worktrees/a')).toBe(false)
    expect(isProtectedWrite('/p/.claude/settings.json', '/p/.claude/worktrees/a')).toBe(true)
  })
})
