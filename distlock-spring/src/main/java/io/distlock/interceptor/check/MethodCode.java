// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.util.List;

import org.springframework.asm.Opcodes;

/**
 * A method as the file of its class has it.
 *
 * @param access the flags
 * @param name its name
 * @param descriptor its parameters and its result
 * @param calls the calls that it certainly makes on the object itself
 * @param usesLocks whether it uses locks in its code, so that it may have taken one
 */
record MethodCode(int access, String name, String descriptor, List<CodeCall> calls, boolean usesLocks) {

	/**
	 * The name of all constructors.
	 */
	static final String CONSTRUCTOR = "<init>";

	boolean is(int flag) {
		return (this.access & flag) != 0;
	}

	boolean isConstructor() {
		return this.name.equals(CONSTRUCTOR);
	}

	/**
	 * Return whether a call finds this method by its name in a subclass, too.
	 */
	boolean isInherited() {
		return !is(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC) && !isConstructor();
	}

	/**
	 * Return the name of the method in the source that this is a part of.
	 */
	String shownName() {
		return this.name.replaceAll("^lambda\\$(.+)\\$\\d+$", "$1")
			.replaceAll("\\$(lambda(\\$\\d+)+|suspendImpl)$", "");
	}

}
