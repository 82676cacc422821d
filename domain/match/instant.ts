/** A point in time: whole milliseconds since 1970-01-01T00:00Z. The domain is told the time, it never asks. */
export type Instant = number;

/** A stretch of time in whole milliseconds. */
export type DurationMs = number;

const unitsMs = { W: 604_800_000, D: 86_400_000, H: 3_600_000, M: 60_000, S: 1_000 } as const;

/** ISO 8601 durations of fixed length: weeks, or days, hours, minutes and seconds (`P3D`, `PT12H`, `P1DT6H`, `P2W`). */
export const durationPattern =
  /^P(?:(\d{1,4})W|(?!$)(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?)$/;

/** The length of an ISO 8601 duration that matches `durationPattern`, or undefined for any other text. */
export const parseDuration = (text: string): DurationMs | undefined => {
  const match = durationPattern.exec(text);
  if (!match) return undefined;
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((digits) => Number(digits ?? 0));
  return (
    (weeks ?? 0) * unitsMs.W +
    (days ?? 0) * unitsMs.D +
    (hours ?? 0) * unitsMs.H +
    (minutes ?? 0) * unitsMs.M +
    (seconds ?? 0) * unitsMs.S
  );
};
