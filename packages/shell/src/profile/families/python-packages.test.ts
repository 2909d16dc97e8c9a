import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('python-packages', {
  reads: ['pip list', 'pip show requests', 'pip freeze'],
  granted: {
    'pip install': ['pip install requests', 'pip install -r requirements.txt', 'pip install -e .'],
    'pip3 install': ["pip3 install 'requests>=2'"],
    'poetry install': ['poetry install'],
    'uv sync': ['uv sync'],
  },
  riders: {
    'pip install': [
      'pip install git+https://e',
      'pip install --index-url https://e x',
      'pip install -i https://e x',
      'pip install https://e/x.whl',
      'pip install /tmp/x',
    ],
    'pip download': ['pip download -d /root x'],
    pip: ['pip config set x y'],
  },
})
