import { type Obeyed, tool } from './obeyed.ts'

const packages: Obeyed = {
  files: 'package.json .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs pnpm-workspace.yaml bunfig.toml',
  upward: true,
  folders: '--prefix -C --dir --cwd',
  part: 'package',
}

const python = 'pyproject.toml setup.cfg setup.py'

const ofJavaScript = (name: string, ...more: string[]): string =>
  [...['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'json'].map((ending) => `${name}.${ending}`), ...more].join(' ')

/** Package runners and tools of JavaScript and Python, which are configured by programs. */
export const packageTools: Readonly<Record<string, Obeyed>> = {
  // Packages of JavaScript, and what is configured by programs.
  npm: packages,
  pnpm: packages,
  yarn: packages,
  bun: { ...packages, words: true },
  corepack: packages,
  npx: { ...packages, binary: true },
  bunx: { ...packages, binary: true },
  pnpx: { ...packages, binary: true },
  lerna: tool('lerna.json package.json'),
  nx: tool('nx.json project.json package.json'),
  turbo: tool('turbo.json package.json'),
  husky: packages,
  'lint-staged': tool(ofJavaScript('.lintstagedrc', '.lintstagedrc package.json')),
  eslint: tool(
    `${ofJavaScript('eslint.config')} ${ofJavaScript('.eslintrc', '.eslintrc .eslintrc.yaml .eslintrc.yml package.json')}`,
  ),
  prettier: tool(
    `${ofJavaScript('prettier.config')} ${ofJavaScript('.prettierrc', '.prettierrc .prettierrc.yaml package.json')}`,
    '--config --plugin',
  ),
  stylelint: tool(`${ofJavaScript('stylelint.config')} ${ofJavaScript('.stylelintrc', '.stylelintrc')}`),
  babel: tool(`${ofJavaScript('babel.config')} ${ofJavaScript('.babelrc', '.babelrc')}`, '--config-file'),
  webpack: tool(ofJavaScript('webpack.config', 'package.json')),
  rollup: tool(ofJavaScript('rollup.config')),
  vite: tool(ofJavaScript('vite.config')),
  vitest: tool(`${ofJavaScript('vitest.config')} ${ofJavaScript('vite.config')} ${ofJavaScript('vitest.workspace')}`),
  jest: tool(ofJavaScript('jest.config', 'package.json')),
  mocha: {
    ...tool(ofJavaScript('.mocharc', '.mocharc.yml .mocharc.yaml package.json'), '--config -r --require'),
    words: true,
  },
  ava: { ...tool(ofJavaScript('ava.config', 'package.json')), words: true },
  playwright: tool(ofJavaScript('playwright.config')),
  cypress: tool(ofJavaScript('cypress.config')),
  next: tool(ofJavaScript('next.config', 'package.json')),
  astro: tool(ofJavaScript('astro.config', 'package.json')),
  tsc: tool('tsconfig.json', '-p --project'),
  // Python.
  python: { words: true, modules: true },
  pypy: { words: true, modules: true },
  ipython: { words: true, modules: true },
  pytest: {
    files: `conftest.py pytest.ini .pytest.ini tox.ini ${python}`,
    upward: true,
    options: '-c --config-file',
    words: true,
  },
  tox: tool(`tox.ini ${python}`, '-c --conf'),
  nox: tool('noxfile.py', '-f --noxfile'),
  invoke: tool('tasks.py', '-c --collection'),
  inv: tool('tasks.py', '-c --collection'),
  fab: tool('fabfile.py', '-f -c'),
  pip: { files: python, options: '-r --requirement -c --constraint -e --editable', words: true },
  poetry: tool(`${python} poetry.toml`),
  uv: { ...tool(`${python} uv.toml`), words: true, folders: '--directory --project' },
  pdm: tool(`${python} pdm.toml`),
  hatch: tool(`${python} hatch.toml hatch_build.py`),
  'pre-commit': tool('.pre-commit-config.yaml'),
  mypy: tool(`mypy.ini .mypy.ini ${python}`, '--config-file'),
  pylint: tool(`pylintrc .pylintrc pylintrc.toml ${python}`, '--rcfile'),
  flake8: tool('.flake8 setup.cfg tox.ini', '--config'),
  'sphinx-build': { files: 'conf.py', words: true, folders: '-c' },
  mkdocs: tool('mkdocs.yml mkdocs.yaml', '-f --config-file'),
  alembic: tool('alembic.ini'),
  snakemake: tool('Snakefile workflow/Snakefile', '-s --snakefile --configfile'),
  dvc: tool('dvc.yaml dvc.lock'),
}
