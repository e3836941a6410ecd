const petal = 'M0-46C12-30 12-18 0-8C-12-18-12-30 0-46Z';
const turns = [0, 45, 90, 135, 180, 225, 270, 315];

/** The eight-petal rangoli, drawn in the current colour. */
export function Motif({ size, className }: { size: number; className?: string | undefined }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="-50 -50 100 100"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden
    >
      {turns.map((turn) => (
        <path key={turn} d={petal} transform={`rotate(${turn})`} />
      ))}
      <circle r="6" />
    </svg>
  );
}
