export default {} satisfies Readonly<Record<string, string>>;
