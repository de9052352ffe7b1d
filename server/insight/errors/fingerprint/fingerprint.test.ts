import { describe, expect, it } from 'vitest';
import { type Failure, failureKind } from './fingerprint';
import { withoutValues } from './without-values';

describe('a message without its values', () => {
  it.each([
    // Postgres
    [
      'duplicate key value violates unique constraint "orders_pkey"',
      'duplicate key value violates unique constraint "orders_pkey"',
    ],
    ['relation "public.ordrs" does not exist', 'relation "public.ordrs" does not exist'],
    [
      'column "amonut" of relation "orders" does not exist',
      'column "amonut" of relation "orders" does not exist',
    ],
    [
      'null value in column "email" of relation "customer" violates not-null constraint',
      'null value in column "email" of relation "customer" violates not-null constraint',
    ],
    ['invalid input syntax for type integer: "John Smith"', 'invalid input syntax for type integer: "…"'],
    ['invalid input syntax for type uuid: "1234-no"', 'invalid input syntax for type uuid: "…"'],
    ['value "99999999999" is out of range for type integer', 'value "…" is out of range for type integer'],
    ['date/time field value out of range: "2026-13-45"', 'date/time field value out of range: "…"'],
    ['canceling statement due to statement timeout', 'canceling statement due to statement timeout'],
    ['password authentication failed for user "reporting"', 'password authentication failed for user "…"'],
    ['permission denied for table refunds', 'permission denied for table refunds'],
    [
      'Order 10482 of customer 7 was refunded on 2026-11-20 09:14:03+00',
      'Order {number} of customer {number} was refunded on {date}',
    ],
    ['deadlock detected', 'deadlock detected'],
    [
      'could not serialize access due to concurrent update',
      'could not serialize access due to concurrent update',
    ],
    [
      'function public.refund(integer, text) does not exist',
      'function public.refund(integer, text) does not exist',
    ],
    [
      'connection to server at "10.0.3.7", port 5432 failed: Connection refused',
      'connection to server at "…", port {number} failed: Connection refused',
    ],
    // SQL Server
    ["Invalid object name 'dbo.Orders'.", "Invalid object name 'dbo.Orders'."],
    [
      "Violation of PRIMARY KEY constraint 'PK_Orders'. Cannot insert duplicate key in object 'dbo.Orders'. The duplicate key value is (4711, Smith).",
      "Violation of PRIMARY KEY constraint 'PK_Orders'. Cannot insert duplicate key in object 'dbo.Orders'. The duplicate key value is ({values}).",
    ],
    [
      'Transaction (Process ID 57) was deadlocked on lock resources with another process and has been chosen as the deadlock victim. Rerun the transaction.',
      'Transaction (Process ID {number}) was deadlocked on lock resources with another process and has been chosen as the deadlock victim. Rerun the transaction.',
    ],
    [
      "Conversion failed when converting the nvarchar value 'abc' to data type int.",
      "Conversion failed when converting the nvarchar value '…' to data type int.",
    ],
    ["Login failed for user 'sa'.", "Login failed for user '…'."],
    [
      "The EXECUTE permission was denied on the object 'usp_Refund', database 'Shop', schema 'dbo'.",
      "The EXECUTE permission was denied on the object 'usp_Refund', database 'Shop', schema 'dbo'.",
    ],
    // HTTP
    ['The API answered 503 Service Unavailable.', 'The API answered {number} Service Unavailable.'],
    ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED {address}'],
    ['Request to https://api.example.com/v1/orders/42?key=abc failed', 'Request to {address} failed'],
    ['Customer jane.doe@example.com has no card', 'Customer {email} has no card'],
    // AWS
    [
      'User: arn:aws:sts::123456789012:assumed-role/app/s is not authorized to perform: lambda:InvokeFunction on resource: arn:aws:lambda:eu-west-1:123456789012:function:refund',
      'User: {arn} is not authorized to perform: lambda:InvokeFunction on resource: {arn}',
    ],
    [
      '2026-11-20T09:14:03.120Z 6f9619ff-8b86-d011-b42d-00c04fc964ff Task timed out after 3.00 seconds',
      '{date} {uuid} Task timed out after {number} seconds',
    ],
    [
      'RequestId: 6f9619ff-8b86-d011-b42d-00c04fc964ff Error: Runtime exited with error: signal: killed',
      'RequestId: {uuid} Error: Runtime exited with error: signal: killed',
    ],
    // Python
    ["KeyError: 'customer_4711'", "KeyError: '…'"],
    ["ModuleNotFoundError: No module named 'pandas'", "ModuleNotFoundError: No module named 'pandas'"],
    [
      "FileNotFoundError: [Errno 2] Is a directory: '/tmp/run-77/in.csv'",
      "FileNotFoundError: [Errno {number}] Is a directory: '…'",
    ],
    [
      "ValueError: could not convert string to float: 'n/a'",
      "ValueError: could not convert string to float: '…'",
    ],
    ['IndexError: list index out of range', 'IndexError: list index out of range'],
    [
      "TypeError: unsupported operand type(s) for +: 'int' and 'str'",
      "TypeError: unsupported operand type(s) for +: '…' and '…'",
    ],
    [
      "RuntimeError: object at 0x7f3a5c00 failed, don't retry",
      "RuntimeError: object at {hex} failed, don't retry",
    ],
    // R
    ["object 'sales' not found", "object 'sales' not found"],
    ['there is no package called ‘dplyr’', 'there is no package called ‘dplyr’'],
    ["cannot open file '/data/2026/in.csv': Is a directory", "cannot open file '…': Is a directory"],
    ['non-numeric argument to binary operator', 'non-numeric argument to binary operator'],
  ])('%s', (message, expected) => {
    expect(withoutValues(message, [])).toBe(expected);
  });

  it('leaves out the values that the run was given, and all but the first line', () => {
    expect(
      withoutValues('Refund for John Smith (Boston) failed\nJohn Smith', ['Boston', 'John Smith', 'Jo']),
    ).toBe('Refund for {input} ({input}) failed');
  });

  it('reads the same for short and long numbers that the run was given', () => {
    expect(withoutValues('No order 7.', ['7'])).toBe(withoutValues('No order 900001.', ['900001']));
  });

  it('takes no longer for a message that was made to take long', () => {
    for (const part of ["'", '"', '/a', '0a', '1.', '(', 'value is (', 'a.b@']) {
      const message = part.repeat(20_000);
      // The fastest of several attempts, because other work on the machine affects the time.
      const tookMs = Array.from({ length: 5 }, () => {
        const startedAtMs = performance.now();
        withoutValues(message, []);
        return performance.now() - startedAtMs;
      });
      expect(Math.min(...tookMs)).toBeLessThan(500);
    }
  });
});

describe('failures', () => {
  const failure: Failure = {
    sourceKind: 'postgres',
    credentialId: 1,
    templateId: 10,
    endReason: 'error',
    error: { message: 'Order 1 not found', code: 'P0001', where: null },
    inputs: [],
  };
  const with_ = (
    more: Partial<Failure> & { message?: string; code?: string | null; where?: string | null },
  ) => {
    const { message, code, where, ...rest } = more;
    const given = { message, code, where };
    const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    return { ...failure, error: { ...failure.error, ...changed } as Failure['error'], ...rest };
  };
  const isSame = (one: Failure, other: Failure) =>
    failureKind(one).fingerprint.equals(failureKind(other).fingerprint);

  it('with other values are the same, and with another code, message, connection, or command not', () => {
    expect(isSame(failure, with_({ message: 'Order 2 not found' }))).toBe(true);
    expect(isSame(failure, with_({ code: 'P0002' }))).toBe(false);
    expect(isSame(failure, with_({ message: 'Customer 2 not found' }))).toBe(false);
    expect(isSame(failure, with_({ credentialId: 2 }))).toBe(false);
    expect(isSame(failure, with_({ templateId: 11 }))).toBe(false);
  });

  it('of one routine are the same for every command that calls it', () => {
    const where = 'PL/pgSQL function refund(integer) line 12 at RAISE';
    const inRoutine = with_({ where });
    expect(failureKind(inRoutine).place).toBe('refund, line 12');
    expect(isSame(inRoutine, with_({ where, templateId: 11 }))).toBe(true);
    expect(isSame(inRoutine, with_({ where: where.replace('12', '13') }))).toBe(false);
    expect(failureKind(with_({ where: 'jobs/refund.py, line 31' })).place).toBe('jobs/refund.py, line 31');
  });

  it.each([
    [{ code: '57P03', message: 'the database system is starting up' }],
    [{ code: null, message: 'The connection to db.example.com:5432 was lost while it was in use (reset).' }],
    [{ code: 'HTTP 503', message: 'The API answered 503.', where: 'https://api.example.com/orders/42' }],
  ])('of the connection itself are one error for all that runs there: $code', (more) => {
    expect(isSame(with_(more), with_({ ...more, templateId: 11 }))).toBe(true);
  });

  it('of an address name its path without ids', () => {
    const found = failureKind(
      with_({ code: 'HTTP 500', where: 'https://api.example.com/v1/orders/42/refund?key=1' }),
    );
    expect(found.place).toBe('api.example.com/v1/orders/{id}/refund');
  });

  it('that ended without a message are told by how they ended', () => {
    expect(failureKind({ ...failure, endReason: 'timed_out' })).toMatchObject({
      title: 'The run was stopped at its time limit.',
      code: null,
      place: null,
    });
    expect(failureKind({ ...failure, error: null }).title).toBe('The run failed without a message.');
  });

  it.each([
    ['22P02', true],
    ['23505', true],
    ['HTTP 422', true],
    ['42P01', false],
    ['HTTP 500', false],
    ['EXIT 1', false],
  ])('with the code %s are bad input: %s', (code, isBadInput) => {
    expect(failureKind(with_({ code })).isBadInput).toBe(isBadInput);
  });
});
