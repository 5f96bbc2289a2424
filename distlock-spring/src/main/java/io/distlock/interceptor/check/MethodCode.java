/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
