import { describe, expect, test } from 'vitest'
import { analyseCommand } from '../verdict/analyse-command.ts'
import { obeyedFiles } from './obeyed-files.ts'

const workspace = '/workspace'

/** The files of a line, relative to the workspace. */
function filesOf(line: string, cwd = workspace): readonly string[] {
  const { commands } = analyseCommand(line, { workspace, cwd, home: '/home/user' })
  return commands
    .flatMap((command) => obeyedFiles(command, workspace))
    .map(({ path, endings }) => `${path.slice(workspace.length + 1)}${endings === undefined ? '' : `/*{${endings}}`}`)
}

describe('the files that a command runs or obeys', () => {
  test.each([
    // Scripts, however they are given.
    ['source ./a.sh', 'a.sh'],
    ['. a.sh', 'a.sh'],
    ['bash < a.sh', 'a.sh'],
    ['sh a.sh', 'a.sh'],
    ['bash -x a.sh', 'a.sh'],
    ['bash --rcfile=rc -i', 'rc'],
    ['./a.sh', 'a.sh'],
    ['/workspace/bin/tool x', 'bin/tool'],
    ['timeout 5 ./a.sh', 'a.sh'],
    ['env A=1 bash a.sh', 'a.sh'],
    ['cat a.sh | bash', 'a.sh'],
    ['cd sub && ./a.sh', 'sub/a.sh'],
    ['python3 x.py', 'x.py'],
    ['python3.12 x.py', 'x.py'],
    ['python3 < x.py', 'x.py'],
    ['python3 -m pkg', 'pkg.py'],
    ['python3 -m pkg', 'pkg/*{.py}'],
    ['python3 -m pkg.sub', 'pkg/sub/*{.py}'],
    ['python3 -m pkg.sub', 'pkg/*{.py}'],
    ['node --import=./lib.js main.js', 'lib.js'],
    ['node -r ./lib.js main.js', 'lib.js'],
    ['node -r./lib.js main.js', 'lib.js'],
    ['node --require ./lib.js main.js', 'main.js'],
    ['perl x.pl', 'x.pl'],
    ['go run main.go', 'main.go'],
    // Little languages.
    ['awk -f x.awk data', 'x.awk'],
    ['awk -fx.awk data', 'x.awk'],
    ['gawk --file=x.awk data', 'x.awk'],
    ['sed -f x.sed data', 'x.sed'],
    ['sed -nf x.sed data', 'x.sed'],
    ['jq -f x.jq data.json', 'x.jq'],
    // Task runners and build tools.
    ['make', 'Makefile'],
    ['make -f x.mk all', 'x.mk'],
    ['make -C sub', 'sub/Makefile'],
    ['just build', 'justfile'],
    ['task build', 'Taskfile.yml'],
    ['rake', 'Rakefile'],
    ['grunt', 'Gruntfile.js'],
    ['gulp', 'gulpfile.mjs'],
    ['cargo build', 'Cargo.toml'],
    ['cargo test', 'build.rs'],
    ['mvn test', 'pom.xml'],
    ['gradle build', 'build.gradle.kts'],
    ['./gradlew build', 'gradlew'],
    ['cmake .', 'CMakeLists.txt'],
    ['tox', 'tox.ini'],
    ['pre-commit run', '.pre-commit-config.yaml'],
    ['pytest tests/test_a.py', 'conftest.py'],
    ['pytest tests/test_a.py', 'tests/test_a.py'],
    ['pytest', 'pyproject.toml'],
    ['npm test', 'package.json'],
    ['npm run build', 'package.json'],
    ['npm run build --prefix sub', 'sub/package.json'],
    ['yarn build', 'package.json'],
    ['pnpm build', '.pnpmfile.cjs'],
    ['npx tool', 'node_modules/.bin/tool'],
    ['eslint .', 'eslint.config.js'],
    ['docker build .', 'Dockerfile'],
    ['docker build -f x.Dockerfile .', 'x.Dockerfile'],
    ['docker compose up', 'compose.yaml'],
    ['docker-compose -f x.yml up', 'x.yml'],
    ['terraform plan', '/*{.tf,.tfvars,.tf.json,.hcl}'],
    ['kubectl apply -f x.yaml', 'x.yaml'],
    ['ansible-playbook site.yml', 'site.yml'],
    // Hooks of a repository.
    ['git commit -m x', '.git/hooks/pre-commit'],
    ['git commit -m x', '.git/config'],
    ['git push', '.git/hooks/pre-push'],
    ['git -C sub commit -m x', 'sub/.git/config'],
  ])('of %s: %s', (line, file) => {
    expect(filesOf(line)).toContain(file)
  })

  test('of a package that lies above the folder are found up to the workspace', () => {
    expect(filesOf('npm test', '/workspace/a/b')).toEqual(
      expect.arrayContaining(['a/b/package.json', 'a/package.json', 'package.json']),
    )
    expect(filesOf('make', '/workspace/a')).not.toContain('Makefile')
  })

  test('are none outside of the workspace, and none of a command that obeys nothing', () => {
    expect(filesOf('bash /tmp/x.sh && ../x.sh')).toEqual([])
    expect(filesOf('ls -l src && cat a.sh && grep -f patterns a && echo ./a.sh')).toEqual([])
  })

  test.each([
    ['npm test', 'package', ['test']],
    ['npm run build', 'package', ['build']],
    ['yarn build', 'package', ['build']],
    ['npm --prefix sub run lint', 'package', ['lint']],
    ['make', 'makefile', []],
    ['make -j 4 a CC=gcc b', 'makefile', ['4', 'a', 'b']],
  ])('of %s say which part is run', (line, of, names) => {
    const { commands } = analyseCommand(line, { workspace, home: '/home/user' })
    const parts = commands.flatMap((command) => obeyedFiles(command, workspace)).flatMap(({ part }) => part ?? [])
    expect(parts[0]).toEqual({ of, names })
  })
})
