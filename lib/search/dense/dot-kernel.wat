;; Dot products of rows of bytes with one vector of 16-bit numbers, 16 columns at a time.
;; matrix.ts holds this module as bytes; its test assembles this file again and compares.
(module
  (memory (export "memory") 10)
  ;; Writes the product of each row as a 32-bit number. `stride` is the length of a row, a multiple of 16.
  (func (export "dot") (param $rows i32) (param $count i32) (param $stride i32) (param $vector i32) (param $products i32)
    (local $end i32) (local $at i32) (local $bytes v128) (local $even v128) (local $odd v128)
    (block $done
      (loop $row
        (br_if $done (i32.eqz (local.get $count)))
        (local.set $end (i32.add (local.get $rows) (local.get $stride)))
        (local.set $at (local.get $vector))
        (local.set $even (v128.const i32x4 0 0 0 0))
        (local.set $odd (v128.const i32x4 0 0 0 0))
        (loop $column
          (local.set $bytes (v128.load (local.get $rows)))
          (local.set $even (i32x4.add (local.get $even)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $bytes)) (v128.load (local.get $at)))))
          (local.set $odd (i32x4.add (local.get $odd)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $bytes)) (v128.load offset=16 (local.get $at)))))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
          (br_if $column (i32.lt_u (local.get $rows) (local.get $end))))
        (local.set $even (i32x4.add (local.get $even) (local.get $odd)))
        (i32.store (local.get $products)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $even)) (i32x4.extract_lane 1 (local.get $even)))
            (i32.add (i32x4.extract_lane 2 (local.get $even)) (i32x4.extract_lane 3 (local.get $even)))))
        (local.set $products (i32.add (local.get $products) (i32.const 4)))
        (local.set $count (i32.sub (local.get $count) (i32.const 1)))
        (br $row)))))
