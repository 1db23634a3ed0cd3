import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseOptions } from './options.js';
import { UsageError } from './usage.js';

const parse = (args: string[], environment = {}) => parseOptions(args, '1.2.3', environment);

describe('the command line', () => {
  test('has the defaults of the tutorials', async () => {
    assert.deepEqual(
      await parse([], { POD_NAME: 'pod-1', POD_NAMESPACE: 'vms', XDG_STATE_HOME: '/state' }),
      {
        kubeconfig: undefined,
        workers: 2,
        holderIdentity: 'pod-1',
        leaderElect: true,
        leaseLockName: 'vm-controller',
        leaseLockNamespace: 'vms',
        vmDriver: 'docker',
        vmStateDir: '/state/vm-controller',
        vmImageDir: undefined,
        qemuBinary: 'qemu-system-x86_64',
        healthPort: undefined,
        statusPage: false,
        pageAuthorization: false,
        verbosity: 0,
      },
    );
  });

  test('parses all flags', async () => {
    const args =
      '--kubeconfig=/k --workers=4 --holder-identity=me --leader-elect=false --lease-lock-name=l --lease-lock-namespace=n --vm-driver=qemu --vm-state-dir=/s --vm-image-dir=/i --qemu-binary=/q -v=3';
    assert.deepEqual(await parse(args.split(' ')), {
      kubeconfig: '/k',
      workers: 4,
      holderIdentity: 'me',
      leaderElect: false,
      leaseLockName: 'l',
      leaseLockNamespace: 'n',
      vmDriver: 'qemu',
      vmStateDir: '/s',
      vmImageDir: '/i',
      qemuBinary: '/q',
      healthPort: undefined,
      statusPage: false,
      pageAuthorization: false,
      verbosity: 3,
    });
  });

  test('enables leader election with the bare flag, and disables it with its negation', async () => {
    const elects = async (...args: string[]) => {
      const options = await parse(args);
      return 'leaderElect' in options && options.leaderElect;
    };
    assert.equal(await elects('--leader-elect'), true);
    assert.equal(await elects('--leader-elect=true'), true);
    assert.equal(await elects('--leader-elect', 'false'), false);
    assert.equal(await elects('--no-leader-elect'), false);
  });

  test('parses --health-port', async () => {
    const parsed = await parse(['--health-port=8081']);
    assert.equal('healthPort' in parsed && parsed.healthPort, 8_081);
  });

  test('prints --version and --help', async () => {
    assert.deepEqual(await parse(['--version']), { answer: '1.2.3' });
    const help = await parse(['--help']);
    assert.match('answer' in help ? help.answer : '', /--lease-lock-namespace/);
  });

  const wrong: [args: string[], text: RegExp][] = [
    [['--worker=2'], /worker/],
    [['--vm-driver=kvm'], /Choices: "docker", "qemu", "pod", "fake"/],
    [['--vm-driver=qemu'], /--vm-driver qemu needs --vm-image-dir/],
    [['--workers=0'], /--workers must be a whole number of at least 1/],
    [['--workers=two'], /--workers must be a whole number of at least 1/],
    [['-v=-1'], /-v must be a whole number of at least 0/],
    [['now'], /now/],
    [
      ['--health-port=65536'],
      /--health-port must be a whole number of at least 0 and at most 65535/,
    ],
    [['--status-page'], /--status-page needs --health-port/],
    [['--page-authorization'], /--page-authorization needs --health-port/],
    [['--health-port=x'], /--health-port must be a whole number/],
    [['--health-port=1', '--health-port=2'], /--health-port may be set only once/],
    [['--kubeconfig=a', '--kubeconfig=b'], /--kubeconfig may be set only once/],
    [['--leader-elect=true', '--leader-elect=false'], /--leader-elect may be set only once/],
    [['--leader-elect=yes'], /--leader-elect must be true or false/],
    [['--lease-lock-name=a', '--lease-lock-name=b'], /--lease-lock-name may be set only once/],
  ];
  for (const [args, text] of wrong) {
    test(`rejects ${args.join(' ')}`, async () => {
      await assert.rejects(parse(args), (error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, text);
        return true;
      });
    });
  }
});
