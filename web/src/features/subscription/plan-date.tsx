const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** `seconds` is Unix time. */
export const formatPlanDate = (seconds: number): string => date.format(new Date(seconds * 1000));

/** `at` is Unix time in seconds. */
export const PlanDate = ({ at }: { readonly at: number }) => (
  <time dateTime={new Date(at * 1000).toISOString()}>{formatPlanDate(at)}</time>
);
