//go:build !purego

#include "go_asm.h"
#include "textflag.h"

// BITS collects the top bits of the 64 bytes in two registers.
#define BITS(low, high, to) \
	VPMOVMSKB low, to; \
	VPMOVMSKB high, AX; \
	SHLQ      $32, AX; \
	ORQ       AX, to

// CLASS finds the classes of 32 bytes.
#define CLASS(bytes, class) \
	VPSRLW  $4, bytes, class; \
	VPAND   Y11, class, class; \
	VPSHUFB class, Y5, class; \
	VPSHUFB bytes, Y4, Y6; \
	VPAND   Y6, class, class

// LETTERS sets Y2 and Y3 to the classes of the bytes, Y7 to zero, and R9 to the bytes that
// make no escape of two characters.
#define LETTERS \
	VMOVDQU  skimTables_lower(DI), Y4; \
	VMOVDQU  skimTables_upper(DI), Y5; \
	CLASS(Y0, Y2); \
	CLASS(Y1, Y3); \
	VPXOR    Y7, Y7, Y7; \
	VPAND    skimTables_letters(DI), Y2, Y4; \
	VPAND    skimTables_letters(DI), Y3, Y5; \
	VPCMPEQB Y7, Y4, Y4; \
	VPCMPEQB Y7, Y5, Y5; \
	BITS(Y4, Y5, R9)

// UTF8 sets right for each of 32 bytes that may follow those before it, of which before
// has the last sixteen in front of its upper half.
#define UTF8(bytes, before, right) \
	VPALIGNR $15, before, bytes, Y6; \
	VPSRLW   $4, Y6, Y7; \
	VPAND    Y11, Y7, Y7; \
	VMOVDQU  skimTables_firstUpper(DI), Y12; \
	VPSHUFB  Y7, Y12, Y7; \
	VPAND    Y11, Y6, Y6; \
	VMOVDQU  skimTables_firstLower(DI), Y12; \
	VPSHUFB  Y6, Y12, Y6; \
	VPAND    Y6, Y7, Y7; \
	VPSRLW   $4, bytes, Y6; \
	VPAND    Y11, Y6, Y6; \
	VMOVDQU  skimTables_secondUpper(DI), Y12; \
	VPSHUFB  Y6, Y12, Y6; \
	VPAND    Y6, Y7, Y7; \
	VPALIGNR $14, before, bytes, Y6; \
	VPSUBUSB skimTables_third(DI), Y6, Y6; \
	VPALIGNR $13, before, bytes, Y12; \
	VPSUBUSB skimTables_fourth(DI), Y12, Y12; \
	VPOR     Y6, Y12, Y6; \
	VPAND    skimTables_top(DI), Y6, Y6; \
	VPCMPEQB Y6, Y7, right

// STARTS sets R13 to where escapes begin among the backslashes in R9, and BX to what they
// escape. Of a run of backslashes every second begins an escape. Subtracting the run from
// the bits behind it carries up to its end, or not, depending on where it begins: so the
// odd bits come out as the escapes of runs that begin at an even place, and the even ones
// as the others. An escape that begins with the last byte is left to the next block.
#define STARTS \
	MOVQ $0xaaaaaaaaaaaaaaaa, BX; \
	LEAQ (R9)(R9*1), R13; \
	ORQ  BX, R13; \
	SUBQ R9, R13; \
	XORQ BX, R13; \
	ANDQ R9, R13; \
	LEAQ (R13)(R13*1), BX; \
	MOVQ R13, R12; \
	SHRQ $63, R12; \
	SHLQ $63, R12; \
	NOTQ R12

// BEYOND sets R9 to the bytes that may not follow those before them in UTF-8, and takes
// out of R12 a character that goes on behind the block.
#define BEYOND \
	VPERM2I128 $0x08, Y0, Y0, Y2; \ // nothing, then the lower half of the first 32 bytes
	VPERM2I128 $0x21, Y1, Y0, Y3; \ // their upper half, then the lower one of the others
	UTF8(Y0, Y2, Y4); \
	UTF8(Y1, Y3, Y5); \
	VPSUBUSB   skimTables_whole(DI), Y1, Y2; \
	VPXOR      Y3, Y3, Y3; \
	VPCMPEQB   Y3, Y2, Y2; \
	VPMOVMSKB  Y2, R9; \
	NOTL       R9; \
	SHLQ       $32, R9; \
	LEAQ       -1(R9), AX; \
	NOTQ       R9; \
	ANDQ       R9, AX; \
	ANDQ       AX, R12; \
	BITS(Y4, Y5, R9); \
	NOTQ       R9

// CONTINUES leaves in R11, of the bytes beyond ASCII, those that continue a character.
#define CONTINUES \
	VPADDB Y0, Y0, Y4; \
	VPADDB Y1, Y1, Y5; \
	BITS(Y4, Y5, R9); \
	NOTQ   R9; \
	ANDQ   R9, R11

// func skimBlocks(b []byte, t *skimTables) (n, excess int, escaped uint64, ends bool)
//
// SI has the bytes, CX where a block begins, and DX the last place for one. Of each block
// there are sets of bytes, a bit for each: R8 quotes, R9 for all purposes, R10 what needs
// a closer look, R11 bytes beyond ASCII, R12 what belongs to this block (an escape or a
// character that goes on behind it is left to the next one), R13 where escapes begin, R14
// those of code units. R15 counts the bytes beyond one a character.
TEXT ·skimBlocks(SB), NOSPLIT, $0-57
	MOVQ    b_base+0(FP), SI
	MOVQ    b_len+8(FP), DX
	MOVQ    t+24(FP), DI
	MOVQ    $0, escaped+48(FP)
	MOVB    $0, ends+56(FP)
	VMOVDQU skimTables_quote(DI), Y8
	VMOVDQU skimTables_backslash(DI), Y9
	VMOVDQU skimTables_control(DI), Y10
	VMOVDQU skimTables_half(DI), Y11
	XORL    CX, CX
	XORL    R15, R15
	SUBQ    $64, DX

block:
	CMPQ     CX, DX
	JGT      stop
	VMOVDQU  (SI)(CX*1), Y0
	VMOVDQU  32(SI)(CX*1), Y1
	VPCMPEQB Y0, Y8, Y2
	VPCMPEQB Y1, Y8, Y3
	VPCMPEQB Y0, Y9, Y4
	VPCMPEQB Y1, Y9, Y5
	VPMINUB  Y0, Y10, Y6
	VPMINUB  Y1, Y10, Y7
	VPCMPEQB Y0, Y6, Y6
	VPCMPEQB Y1, Y7, Y7
	VPOR     Y2, Y4, Y12
	VPOR     Y6, Y0, Y13
	VPOR     Y3, Y5, Y14
	VPOR     Y12, Y13, Y12
	VPOR     Y7, Y1, Y13
	VPOR     Y14, Y13, Y13
	VPOR     Y12, Y13, Y12
	VPMOVMSKB Y12, AX
	TESTL    AX, AX
	JNZ      special
	ADDQ     $64, CX
	JMP      block

special:
	BITS(Y2, Y3, R8)
	BITS(Y4, Y5, R9)
	BITS(Y6, Y7, R10)
	BITS(Y0, Y1, R11)
	MOVQ  $-1, R12
	XORL  R13, R13
	XORL  R14, R14
	TESTQ R9, R9
	JZ    beyond

	STARTS
	MOVQ BX, AX
	NOTQ AX
	ANDQ AX, R8

	LETTERS
	ANDQ     BX, R9
	JZ       beyond

	// Some are escaped that are none of the letters: BX has those that are u.
	VPCMPEQB skimTables_u(DI), Y0, Y4
	VPCMPEQB skimTables_u(DI), Y1, Y5
	BITS(Y4, Y5, BX)
	ANDQ     R9, BX
	MOVQ     BX, R14
	XORQ     BX, R9
	ORQ      R9, R10
	MOVQ     $0xf000000000000000, AX
	ANDQ     BX, AX
	JZ       digits
	MOVQ     AX, R9
	NEGQ     R9
	ANDQ     AX, R9
	SHRQ     $1, R9
	DECQ     R9
	ANDQ     R9, R12 // what stands before the first that goes on behind the block

digits:
	VPAND    skimTables_digits(DI), Y2, Y2
	VPAND    skimTables_digits(DI), Y3, Y3
	VPCMPEQB Y7, Y2, Y2 // no digit
	VPCMPEQB Y7, Y3, Y3
	VPOR     skimTables_small(DI), Y0, Y4
	VPOR     skimTables_small(DI), Y1, Y5
	VPCMPEQB skimTables_d(DI), Y4, Y4
	VPCMPEQB skimTables_d(DI), Y5, Y5
	VPOR     Y2, Y4, Y4
	VPOR     Y3, Y5, Y5
	BITS(Y4, Y5, R9)
	SHRQ     $1, R9
	ANDQ     BX, R9
	ORQ      R9, R10
	BITS(Y2, Y3, R9)
	SHRQ     $2, R9
	MOVQ     R9, AX
	SHRQ     $1, R9
	ORQ      R9, AX
	SHRQ     $1, R9
	ORQ      R9, AX
	ANDQ     BX, AX
	ORQ      AX, R10

beyond:
	TESTQ R11, R11
	JZ    end
	BEYOND
	ORQ   R9, R10
	CONTINUES

end:
	LEAQ 1(R12)(R12*1), BX // that a character is too short, its next byte tells
	ANDQ BX, R10
	ANDQ R12, R8
	JZ   judge
	LEAQ -1(R8), AX
	XORQ R8, AX
	ANDQ AX, R12 // nothing behind the first quote is looked at
	ANDQ AX, R10

judge:
	TESTQ R10, R10
	JNZ   stop
	ANDQ  R12, R13
	ORQ   R13, escaped+48(FP)
	POPCNTQ R13, AX
	ADDQ  AX, R15
	ANDQ  R12, R11
	POPCNTQ R11, AX
	ADDQ  AX, R15
	ANDQ  R12, R14
	POPCNTQ R14, AX
	LEAQ  (R15)(AX*4), R15 // the digits
	TESTQ R8, R8
	JNZ   quote
	CMPQ  R12, $-1
	JNE   part
	ADDQ  $64, CX // the next block is begun with: to count R12 waits for all of the above
	JMP   block

part:
	POPCNTQ R12, AX
	ADDQ  AX, CX
	JMP   block

quote:
	BSFQ R8, AX
	ADDQ AX, CX
	MOVB $1, ends+56(FP)

stop:
	MOVQ CX, n+32(FP)
	MOVQ R15, excess+40(FP)
	VZEROUPPER
	RET

// func countBlocks(b []byte, t *skimTables) (n, chars, lines int)
//
// SI, CX, DX, R11, R12 and R13 are those of skimBlocks. R8 counts characters; R10 has what
// is an escaped n, and BX where something stands that is not counted here.
TEXT ·countBlocks(SB), NOSPLIT, $0-56
	MOVQ    b_base+0(FP), SI
	MOVQ    b_len+8(FP), DX
	MOVQ    t+24(FP), DI
	MOVQ    $0, lines+48(FP)
	VMOVDQU skimTables_backslash(DI), Y9
	VMOVDQU skimTables_half(DI), Y11
	XORL    CX, CX
	XORL    R8, R8
	SUBQ    $64, DX

block:
	CMPQ      CX, DX
	JGT       stop
	VMOVDQU   (SI)(CX*1), Y0
	VMOVDQU   32(SI)(CX*1), Y1
	VPCMPEQB  Y0, Y9, Y4
	VPCMPEQB  Y1, Y9, Y5
	VPOR      Y4, Y0, Y12
	VPOR      Y5, Y1, Y13
	VPOR      Y12, Y13, Y12
	VPMOVMSKB Y12, AX
	TESTL     AX, AX
	JNZ       special
	ADDQ      $64, CX
	ADDQ      $64, R8
	JMP       block

special:
	BITS(Y4, Y5, R9)
	BITS(Y0, Y1, R11)
	MOVQ  $-1, R12
	XORL  R13, R13
	XORL  R10, R10
	XORL  BX, BX
	TESTQ R9, R9
	JZ    beyond
	STARTS
	VPCMPEQB skimTables_n(DI), Y0, Y4
	VPCMPEQB skimTables_n(DI), Y1, Y5
	BITS(Y4, Y5, R10)
	ANDQ     BX, R10
	LETTERS
	ANDQ     R9, BX
	JZ       beyond
	SHRQ     $1, BX
	LEAQ     -1(BX), R9
	MOVQ     BX, AX
	NOTQ     AX
	ANDQ     AX, R9
	ANDQ     R9, R12 // what stands before the first

beyond:
	TESTQ R11, R11
	JZ    end
	BEYOND
	LEAQ  1(R12)(R12*1), AX // that a character is too short, its next byte tells
	TESTQ R9, AX
	JNZ   stop
	CONTINUES

end:
	ANDQ    R12, R13
	ANDQ    R12, R11
	ANDQ    R12, R10
	POPCNTQ R13, AX
	SUBQ    AX, R8
	POPCNTQ R11, AX
	SUBQ    AX, R8
	POPCNTQ R10, AX
	ADDQ    AX, lines+48(FP)
	CMPQ    R12, $-1
	JNE     part
	ADDQ    $64, CX // as in skimBlocks; with a bit in BX, some of R12 would be missing
	ADDQ    $64, R8
	JMP     block

part:
	POPCNTQ R12, AX
	ADDQ    AX, CX
	ADDQ    AX, R8
	TESTQ   BX, BX
	JZ      block

stop:
	MOVQ CX, n+32(FP)
	MOVQ R8, chars+40(FP)
	VZEROUPPER
	RET
