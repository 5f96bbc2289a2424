// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import org.springframework.asm.Opcodes;

/**
 * By how many words the stack grows with instructions that have no operands in the code.
 */
final class StackEffects {

	private StackEffects() {
	}

	/**
	 * Return by how much the stack grows.
	 * @param opcode a constant, an access to an array, a calculation, a comparison, a
	 * conversion, or the begin or the end of a monitor
	 * @return the number of words, negative if it shrinks
	 */
	static int of(int opcode) {
		if (opcode >= Opcodes.IADD && opcode <= Opcodes.LXOR) {
			return calculation(opcode);
		}
		if (opcode >= Opcodes.I2L && opcode <= Opcodes.I2S) {
			return conversion(opcode);
		}
		return switch (opcode) {
			case Opcodes.NOP, Opcodes.ARRAYLENGTH, Opcodes.LALOAD, Opcodes.DALOAD -> 0;
			case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 -> 2;
			case Opcodes.IALOAD, Opcodes.FALOAD, Opcodes.AALOAD, Opcodes.BALOAD, Opcodes.CALOAD, Opcodes.SALOAD,
					Opcodes.FCMPL, Opcodes.FCMPG, Opcodes.MONITORENTER, Opcodes.MONITOREXIT ->
				-1;
			case Opcodes.IASTORE, Opcodes.FASTORE, Opcodes.AASTORE, Opcodes.BASTORE, Opcodes.CASTORE, Opcodes.SASTORE,
					Opcodes.LCMP, Opcodes.DCMPL, Opcodes.DCMPG ->
				-3;
			case Opcodes.LASTORE, Opcodes.DASTORE -> -4;
			default -> constant(opcode);
		};
	}

	private static int constant(int opcode) {
		if (opcode < Opcodes.ACONST_NULL || opcode > Opcodes.FCONST_2) {
			throw new IllegalStateException("Instruction %d".formatted(opcode));
		}
		return 1;
	}

	/**
	 * Types take turns, and those with odd numbers have two words.
	 */
	private static int calculation(int opcode) {
		if (opcode >= Opcodes.INEG && opcode <= Opcodes.DNEG) {
			return 0;
		}
		boolean shift = opcode >= Opcodes.ISHL && opcode <= Opcodes.LUSHR;
		return (shift || opcode % 2 == 0) ? -1 : -2;
	}

	private static int conversion(int opcode) {
		return switch (opcode) {
			case Opcodes.I2L, Opcodes.I2D, Opcodes.F2L, Opcodes.F2D -> 1;
			case Opcodes.L2I, Opcodes.L2F, Opcodes.D2I, Opcodes.D2F -> -1;
			default -> 0;
		};
	}

}
