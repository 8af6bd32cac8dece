/** The logo: rising bars in a honeycomb cell. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden style={{ flexShrink: 0 }}>
      <path fill="#f7c800" d="M16 1.5 28.6 8.75v14.5L16 30.5 3.4 23.25V8.75z" />
      <path fill="#161616" d="M9 17h3.6v6.2L9 21.1zm5.2-4.5h3.6v12.7l-1.8 1-1.8-1zM19.4 8H23v13.1l-3.6 2.1z" />
    </svg>
  );
}
