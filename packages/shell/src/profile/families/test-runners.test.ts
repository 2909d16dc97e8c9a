import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('test-runners', {
  granted: {
    vitest: ['vitest run'],
    jest: ['jest --coverage', 'jest src/reboot.test.ts'],
    mocha: ['mocha test/*.js'],
    pytest: [
      'pytest',
      'pytest -q tests/test_a.py',
      'pytest tests/test_a.py::test_b -v',
      'pytest -x -k "not slow" --tb=short',
    ],
    phpunit: ['phpunit tests'],
    playwright: ['playwright test'],
    cypress: ['cypress run'],
  },
  riders: {
    jest: ['jest --config /tmp/x', 'jest --globalSetup=/tmp/x'],
    vitest: ['vitest --config /tmp/x'],
    mocha: ['mocha -r /tmp/x'],
    pytest: [
      'pytest -p evil',
      'pytest -c /tmp/x',
      'pytest --rootdir=/tmp',
      'pytest /tmp/test_x.py',
      'pytest -o python_files=x',
    ],
  },
})
