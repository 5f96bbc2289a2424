// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.distlock.annotation.validation.ClassHierarchy;
import io.distlock.interceptor.ContainerCalls;
import io.distlock.interceptor.check.ClassCode.MethodCode;
import io.distlock.interceptor.check.CodeReader.Call;
import org.jspecify.annotations.Nullable;

import org.springframework.asm.Opcodes;
import org.springframework.asm.Type;
import org.springframework.util.ReflectionUtils;

/**
 * The code of an object: that of its class, its parents and their interfaces. Resolves
 * the method that a call on the object ends in, and the methods that call it.
 */
final class ObjectCode {

	private static final String WITH_DEFAULTS = "$default";

	private static final String REPOSITORY = "org/springframework/data/repository/Repository";

	private final Class<?> type;

	private final Map<String, ClassCode> classes = new LinkedHashMap<>();

	private final Map<Part, Set<Part>> callers = new LinkedHashMap<>();

	private ObjectCode(Class<?> type) {
		this.type = type;
	}

	/**
	 * Read a class and what it inherits, without classes of Java itself, or return
	 * {@code null} if a part of it cannot be read.
	 */
	static @Nullable ObjectCode of(Class<?> type) {
		ObjectCode code = new ObjectCode(type);
		for (Class<?> each : ClassHierarchy.of(type)) {
			if (!each.getName().startsWith("java.")) {
				ClassCode read = ClassCode.of(each);
				if (read == null) {
					return null;
				}
				code.classes.put(Type.getInternalName(each), read);
			}
		}
		code.parts().forEach(code::addAsCaller);
		return code;
	}

	private void addAsCaller(Part caller) {
		for (Call call : caller.code().calls()) {
			Part called = resolve(call);
			if (called != null && !called.equals(caller)) {
				this.callers.computeIfAbsent(called, (part) -> new LinkedHashSet<>()).add(caller);
			}
		}
	}

	/**
	 * Return all methods, but for those that the compiler has added to call one of the
	 * same name.
	 */
	List<Part> parts() {
		List<Part> parts = new ArrayList<>();
		this.classes.values().forEach((each) -> each.methods().forEach((method) -> {
			if (!method.is(Opcodes.ACC_BRIDGE)) {
				parts.add(new Part(each, method));
			}
		}));
		return parts;
	}

	Set<Part> callers(Part called) {
		return this.callers.getOrDefault(called, Set.of());
	}

	/**
	 * Return the method that a call on the object ends in, or {@code null} for one that
	 * is not known.
	 */
	@Nullable Part resolve(Call call) {
		if (call.exact() && call.name().endsWith(WITH_DEFAULTS)) {
			return resolveWithDefaults(call);
		}
		ClassCode named = this.classes.get(call.owner());
		MethodCode method = (named != null) ? named.method(call.name(), call.descriptor()) : null;
		if (named != null && method != null && (call.exact() || !method.isInherited())) {
			return new Part(named, method);
		}
		return (call.exact() && named == null) ? null
				: inherited(call.name(), call.descriptor(), call.exact() ? named : null);
	}

	/**
	 * Kotlin calls a function with default values by way of a static one, which has a
	 * mask of the values and a marker as its last parameters.
	 */
	private @Nullable Part resolveWithDefaults(Call call) {
		Type[] parameters = Type.getArgumentTypes(call.descriptor());
		if (parameters.length < 3) {
			return null;
		}
		String name = call.name().substring(0, call.name().length() - WITH_DEFAULTS.length());
		String descriptor = Type.getMethodDescriptor(Type.getReturnType(call.descriptor()),
				Arrays.copyOfRange(parameters, 1, parameters.length - 2));
		return inherited(name, descriptor, null);
	}

	/**
	 * Return the nearest method of a name, beginning with the class of the object, or
	 * with the first one after another class.
	 */
	private @Nullable Part inherited(String name, String descriptor, @Nullable ClassCode after) {
		boolean begun = after == null;
		for (ClassCode each : this.classes.values()) {
			MethodCode method = begun ? each.method(name, descriptor) : null;
			if (method != null && method.isInherited()) {
				return new Part(each, method);
			}
			begun |= each == after;
		}
		return null;
	}

	/**
	 * Return whether others call a method on the object itself: not one that only this
	 * code can call, and not one that a proxy cannot override, which runs on the proxy.
	 * So do default methods of repositories.
	 */
	boolean isEntry(Part part) {
		MethodCode code = part.code();
		if (code.isConstructor()) {
			return part.owner().type() == this.type;
		}
		Method method = part.method();
		boolean ofProxies = part.owner().type().isInterface() && this.classes.containsKey(REPOSITORY);
		if (method == null || ofProxies || code.is(Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT)) {
			return false;
		}
		if (ContainerCalls.lifeCycle(method, this.type) != null) {
			return true;
		}
		boolean elsewhere = !method.getDeclaringClass().getPackageName().equals(this.type.getPackageName());
		boolean visible = code.is(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED) || !elsewhere;
		return visible && !code.is(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC)
				&& part.equals(inherited(code.name(), code.descriptor(), null));
	}

	/**
	 * A method of the object, in one of its classes.
	 */
	record Part(ClassCode owner, MethodCode code) {

		/**
		 * Return the method itself, or {@code null} for a constructor, or if a class is
		 * missing that a method of its class mentions.
		 */
		@Nullable Method method() {
			try {
				return Arrays.stream(ReflectionUtils.getDeclaredMethods(this.owner.type()))
					.filter((method) -> method.getDeclaringClass() == this.owner.type()
							&& method.getName().equals(this.code.name())
							&& Type.getMethodDescriptor(method).equals(this.code.descriptor()))
					.findFirst()
					.orElse(null);
			}
			catch (IllegalStateException ex) {
				return null;
			}
		}

	}

}
