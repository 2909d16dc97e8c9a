import { describe, expect, test } from 'vitest'
import type { CommandTarget } from '../../target/target.ts'
import { commandsOf } from '../__fixtures__/commands.ts'
import { matchCommand } from './match-command.ts'

const commandOf = (line: string) => commandsOf(line).at(0) as CommandTarget

describe('a command rule that denies', () => {
  test.each([
    ['git push', 'git push origin main', 'yes'],
    ['git push *', 'git push', 'yes'],
    ['git push', 'git -C sub push', 'yes'],
    ['git push', 'git --no-pager push', 'yes'],
    ['git push', 'git stash push', 'no'],
    ['git push', 'git commit -m push', 'no'],
    ['git', '/usr/bin/git status', 'yes'],
    ['*', 'anything at all', 'yes'],
    ['rm', 'rmdir x', 'no'],
    ['git push', '$GIT push', 'maybe'],
    ['git push', 'git $VERB', 'maybe'],
    ['"git" \'push\'', 'git push', 'yes'],
    ["git 'a b'", "git 'a b'", 'yes'],
    ['git push --force', 'git push origin main --force', 'yes'],
    ['git push --force', 'git push --force=x', 'yes'],
    ['git push --force', 'git push origin', 'no'],
    ['git push --force', 'git push $MORE', 'maybe'],
    ['rm -rf', 'rm -fr x', 'yes'],
    ['rm -rf', 'rm -r x -f', 'yes'],
    ['rm -rf', 'rm -r x', 'no'],
    ['git -C x push', 'git -C x push', 'yes'],
  ])('%s on `%s`: %s', (prefix, line, expected) => {
    expect(matchCommand([prefix]).touches(commandOf(line))).toBe(expected)
  })

  const touches = (prefix: string, line: string) => commandsOf(line).map(matchCommand([prefix]).touches)

  test.each([
    'npx npm publish',
    'npx npm@10 publish',
    'corepack npm publish',
    'corepack npm@latest publish',
    'npx -y npm publish --tag next',
    'npx -c "npm publish"',
    'npm exec -- npm publish',
    'npm x npm publish',
    'pnpm exec npm publish',
    'pnpm dlx npm publish',
    'yarn dlx npm publish',
    'bunx npm publish',
    'uv run npm publish',
    'uv run -- npm publish',
    'poetry run npm publish',
    'pipenv run npm publish',
    'hatch run npm publish',
    'conda run -n x npm publish',
    'bundle exec npm publish',
    'tmux new npm publish',
    'tmux new-session -d "npm publish"',
    'tmux send-keys "npm publish" Enter',
    'screen -dm npm publish',
    'git rebase -x "npm publish" main',
    'git rebase --exec="npm publish" main',
    'git bisect run npm publish',
    'git submodule foreach "npm publish"',
    'echo x | xargs npm publish',
    'find . -name x -exec npm publish \\;',
    'fd x -x npm publish',
    'hyperfine "npm publish"',
    'watch npm publish',
    'watch -n 5 "npm publish"',
    'concurrently "npm publish" "true"',
    'sudo -u me npm publish',
    'env CI=1 npm publish',
    'nice npm publish',
    'timeout 5 npm publish',
    'bash -c "npm publish"',
    'script -c "npm publish" log',
    'flock x npm publish',
    'strace npm publish',
    'systemd-run npm publish',
    'parallel npm publish ::: a',
    'entr npm publish',
    'nodemon --exec "npm publish"',
    'nix-shell --run "npm publish"',
    'mise exec -- npm publish',
    'xvfb-run npm publish',
    'dotenv npm publish',
    'doppler run -- npm publish',
    'ssh host npm publish',
    'eval "npm publish"',
    'npm pub',
    'npm publ',
    'npm --silent publish',
    'npm --prefix x publish',
    './node_modules/.bin/npm publish',
  ])('npm publish is found in `%s`', (line) => {
    expect(touches('npm publish', line)).toContain('yes')
  })

  test.each([
    ['git push --force', 'git push -f'],
    ['git push --force', 'git push --mirror'],
    ['git push -f', 'git push --force'],
    ['git push --force', 'git push -fu origin main'],
    ['git push --force', 'git push --forc'],
    ['git push --force', 'git push origin +main'],
    ['git push --delete', 'git push origin :main'],
    ['git push --delete', 'git push -d origin x'],
    ['git push --force', 'git -C sub push -f'],
    ['git push', '/usr/lib/git-core/git-push origin'],
    ['git add', 'git stage .'],
    ['git branch --delete', 'git branch -d x'],
    ['git clean --force', 'git clean -f'],
    ['rm --recursive', 'rm -R x'],
    ['rm --recursive --force', 'rm -rf x'],
    ['rm -rf', 'rm --recursive --force x'],
    ['npm install', 'npm i x'],
    ['npm uninstall', 'npm rm x'],
    ['npm i', 'npm install x'],
    ['npm install --global', 'npm i -g x'],
    ['npm unpublish', 'npm unpub x'],
    ['docker rm', 'docker container rm x'],
    ['cargo run', 'cargo r'],
    ['helm uninstall', 'helm delete x'],
    ['sed --in-place', 'sed -i s/a/b/ x'],
    ['curl --output', 'curl -o x https://example.org'],
    ['pnpm remove', 'pnpm rm x'],
  ])('%s is found in another spelling: `%s`', (prefix, line) => {
    expect(touches(prefix, line)).toContain('yes')
  })

  test.each([
    ['npm publish', 'npm pack'],
    ['npm publish', 'npx tsc publish'],
    ['npm publish', 'echo npm publish'],
    ['git push --force', 'git push --force-with-lease'],
    ['git push --force', 'git push --follow-tags'],
    ['npm install', 'npm init'],
    ['docker rm', 'docker container ls'],
    ['rm --recursive', 'rm -f x'],
  ])('%s is not found in `%s`', (prefix, line) => {
    expect(touches(prefix, line)).not.toContain('yes')
  })

  test('may mean what is unknown', () => {
    expect(matchCommand(['rm']).touches({ kind: 'dynamic', of: 'command', why: '' })).toBe('maybe')
    expect(matchCommand(['rm']).touches({ kind: 'dynamic', of: 'host', why: '' })).toBe('no')
  })
})

describe('a command rule that allows', () => {
  test.each([
    ['npm test', 'npm test', true],
    ['git push', 'git push origin main', true],
    ['git push', 'git -C /etc push', false],
    ['npm', './npm test', false],
    ['python3', 'python3 -c "import os"', false],
    ['npm test', 'EDITOR=vim npm test', false],
    ['npm test', 'CI=1 npm test', true],
  ])('%s on `%s`: %s', (prefix, line, expected) => {
    expect(matchCommand([prefix]).covers(commandOf(line))).toBe(expected)
  })

  test('covers nothing that was not analysed', () => {
    const { argv, program, cwd, ...rest } = commandOf('npm test')
    const plain: CommandTarget = {
      argv,
      program,
      cwd,
      kind: 'command',
      dynamic: rest.dynamic,
      readonly: rest.readonly,
      unapproved: rest.unapproved,
      gadgets: [],
      denyGroups: [],
    }
    expect(matchCommand(['npm test']).covers(plain)).toBe(false)
    expect(matchCommand(['npm test']).nearMiss?.(plain)).toBe(
      '"npm test" does not cover it, because the command was not analysed',
    )
  })
})
