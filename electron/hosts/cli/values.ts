/** Readers of flag values that refuse what is no such value. */
import { InvalidArgumentError } from 'commander';
import { ExtractorId, NuggetSource, Unit } from '../../../shared/domain';

export function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError('a whole number from 1 is due.');
  return Number(value);
}

export function portNumber(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65535) throw new InvalidArgumentError('a port from 0 to 65535 is due.');
  return Number(value);
}

export function share(value: string): number {
  const n = Number(value);
  if (value.trim() === '' || !(n >= 0 && n <= 1)) throw new InvalidArgumentError('a number from 0 to 1 is due.');
  return n;
}

export function nonNegative(value: string): number {
  const n = Number(value);
  if (value.trim() === '' || !(n >= 0) || !Number.isFinite(n)) throw new InvalidArgumentError('a number from 0 is due.');
  return n;
}

export function nuggetSource(value: string): 'any' | NuggetSource {
  if (value === 'any') return value;
  const source = NuggetSource.safeParse(value);
  if (source.success) return source.data;
  throw new InvalidArgumentError(`any, ${ExtractorId.options.join(', ')}, or imported:NAME is due.`);
}

/** `passage,document` */
export function unitList(value: string): Unit[] {
  return value.split(',').map((one) => {
    const unit = Unit.safeParse(one.trim());
    if (unit.success) return unit.data;
    throw new InvalidArgumentError(`a comma-separated list of ${Unit.options.join(', ')} is due.`);
  });
}
