// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.check;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.distlock.internal.annotation.AnnotatedClasses;
import io.distlock.internal.interceptor.check.ClassCode.MethodCode;
import io.distlock.internal.interceptor.check.CodeReader.Call;
import io.distlock.internal.interceptor.operation.ContainerCalls;
import io.distlock.internal.interceptor.operation.DistributedLockOperation;
import io.distlock.internal.interceptor.operation.DistributedLockOperationSource;
import org.jspecify.annotations.Nullable;

import org.springframework.asm.Opcodes;
import org.springframework.asm.Type;

/**
 * Finds the places where the code of a bean calls a locked method of the same object,
 * past the proxy. A place is left out where the lock may be held already, or where it is
 * not certain that the object is not a proxy.
 */
final class SelfCalls {

	private static final String WITH_DEFAULTS = "$default";

	private final DistributedLockOperationSource source;

	private final Class<?> type;

	/**
	 * The code of the class, its parents and their interfaces, without that of Java.
	 */
	private final Map<String, ClassCode> classes = new LinkedHashMap<>();

	private final List<ResolvedCall> calls = new ArrayList<>();

	private SelfCalls(DistributedLockOperationSource source, Class<?> type) {
		this.source = source;
		this.type = type;
	}

	/**
	 * Search a class, that of a bean and not of its proxy, and what it inherits. Nothing
	 * is found if a part of it cannot be read.
	 */
	static List<SelfCall> of(Class<?> type, DistributedLockOperationSource source) {
		SelfCalls search = new SelfCalls(source, type);
		return search.read() ? search.find() : List.of();
	}

	private boolean read() {
		for (Class<?> each : AnnotatedClasses.hierarchy(this.type)) {
			if (!each.getName().startsWith("java.")) {
				ClassCode read = ClassCode.of(each);
				if (read == null) {
					return false;
				}
				this.classes.put(Type.getInternalName(each), read);
			}
		}
		this.classes.values().forEach((each) -> each.methods().forEach(this::resolve));
		return true;
	}

	/**
	 * Resolve the calls of a method, unless the compiler has added it to call one of the
	 * same name.
	 */
	private void resolve(MethodCode caller) {
		for (Call call : caller.is(Opcodes.ACC_BRIDGE) ? List.<Call>of() : caller.calls()) {
			MethodCode called = resolve(call);
			if (called != null) {
				this.calls.add(new ResolvedCall(caller, call.line(), called));
			}
		}
	}

	private List<SelfCall> find() {
		List<SelfCall> found = new ArrayList<>();
		for (ResolvedCall call : this.calls) {
			DistributedLockOperation wanted = lock(call.called());
			if (wanted != null && runsWithout(wanted, call.caller(), new HashSet<>())) {
				found.add(new SelfCall(call.caller().place(call.line()), wanted.method()));
			}
		}
		return found;
	}

	private @Nullable DistributedLockOperation lock(MethodCode part) {
		Method method = part.method();
		return (method != null && this.source.isLocked(method, this.type)) ? this.source.find(method, this.type) : null;
	}

	/**
	 * Return whether a method is called, by others or by a method that they call, without
	 * the locks of another one.
	 */
	private boolean runsWithout(DistributedLockOperation wanted, MethodCode part, Set<MethodCode> seen) {
		DistributedLockOperation held = lock(part);
		if (!seen.add(part) || part.usesLocks() || (held != null && held.includes(wanted))) {
			return false;
		}
		List<MethodCode> callers = this.calls.stream()
			.filter((call) -> call.called().equals(part) && !call.caller().equals(part))
			.map(ResolvedCall::caller)
			.toList();
		return callers.isEmpty() ? isEntry(part)
				: callers.stream().anyMatch((caller) -> runsWithout(wanted, caller, seen));
	}

	/**
	 * Return the method that a call on the object ends in, or {@code null} for one that
	 * is not known.
	 */
	private @Nullable MethodCode resolve(Call call) {
		if (call.exact() && call.name().endsWith(WITH_DEFAULTS)) {
			return resolveWithDefaults(call);
		}
		ClassCode named = this.classes.get(call.owner());
		MethodCode method = (named != null) ? named.method(call.name(), call.descriptor()) : null;
		if (named != null && method != null && (call.exact() || !method.isInherited())) {
			return method;
		}
		return (call.exact() && named == null) ? null
				: inherited(call.name(), call.descriptor(), call.exact() ? named : null);
	}

	/**
	 * Kotlin calls a function with default values by way of a static one, which has a
	 * mask of the values and a marker as its last parameters.
	 */
	private @Nullable MethodCode resolveWithDefaults(Call call) {
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
	private @Nullable MethodCode inherited(String name, String descriptor, @Nullable ClassCode after) {
		boolean begun = after == null;
		for (ClassCode each : this.classes.values()) {
			MethodCode method = begun ? each.method(name, descriptor) : null;
			if (method != null && method.isInherited()) {
				return method;
			}
			begun |= each == after;
		}
		return null;
	}

	/**
	 * Return whether others call a method on the object itself: not one that only this
	 * code can call, and not one that a proxy cannot override, which runs on the proxy.
	 */
	private boolean isEntry(MethodCode code) {
		if (code.isConstructor()) {
			return code.owner().type() == this.type;
		}
		Method method = code.method();
		if (method == null || code.is(Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT)) {
			return false;
		}
		if (ContainerCalls.lifeCycle(method, this.type) != null) {
			return true;
		}
		boolean elsewhere = !method.getDeclaringClass().getPackageName().equals(this.type.getPackageName());
		boolean visible = code.is(Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED) || !elsewhere;
		return visible && !code.is(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC)
				&& code.equals(inherited(code.name(), code.descriptor(), null));
	}

	/**
	 * A call on the object, and the method that it ends in.
	 */
	private record ResolvedCall(MethodCode caller, int line, MethodCode called) {

	}

	/**
	 * A place, as stack traces show it, and the method that is called there: a locked
	 * one, or one that makes a bean with locked ones.
	 */
	record SelfCall(String place, Method called) {

	}

}
