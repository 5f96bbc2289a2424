// SPDX-License-Identifier: Apache-2.0

package io.distlock.interceptor.check;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;

/**
 * The methods of a class as its file has them.
 */
final class ClassCode extends ClassVisitor {

	private static final Logger logger = LoggerFactory.getLogger(ClassCode.class);

	private final Class<?> type;

	private final Map<String, MethodCode> methods = new LinkedHashMap<>();

	private @Nullable String file;

	private ClassCode(Class<?> type) {
		super(SpringAsmInfo.ASM_VERSION);
		this.type = type;
	}

	/**
	 * Read a class.
	 * @param type the class
	 * @return its methods, or {@code null} if it has no file, or one that cannot be read
	 */
	static @Nullable ClassCode of(Class<?> type) {
		ClassCode code = new ClassCode(type);
		try (InputStream file = type.getResourceAsStream(ClassUtils.getClassFileName(type))) {
			if (file == null) {
				return null;
			}
			new ClassReader(file).accept(code, ClassReader.SKIP_FRAMES);
			return code;
		}
		catch (IOException | RuntimeException ex) {
			logger.debug("{} cannot be searched for calls of locked methods", type, ex);
			return null;
		}
	}

	/**
	 * Return a method.
	 * @param name its name
	 * @param descriptor its parameters and its result
	 */
	@Nullable MethodCode method(String name, String descriptor) {
		return this.methods.get(name + descriptor);
	}

	Iterable<MethodCode> methods() {
		return this.methods.values();
	}

	Class<?> type() {
		return this.type;
	}

	/**
	 * Return a place as stack traces show it.
	 */
	String place(MethodCode method, int line) {
		return new StackTraceElement(this.type.getName(), method.shownName(), this.file, line).toString();
	}

	@Override
	public void visitSource(@Nullable String source, @Nullable String debug) {
		this.file = source;
	}

	@Override
	public MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
			String @Nullable [] exceptions) {
		CodeReader reader = new CodeReader();
		return new MethodVisitor(SpringAsmInfo.ASM_VERSION, reader) {

			@Override
			public void visitEnd() {
				add(access, name, descriptor, reader);
			}

		};
	}

	private void add(int access, String name, String descriptor, CodeReader reader) {
		MethodCode method = new MethodCode(access, name, descriptor,
				reader.calls(mayBeginWithTheObject(access, descriptor)), reader.usesLocks());
		this.methods.put(name + descriptor, method);
	}

	/**
	 * Return whether the first variable of a method may be the object: in methods of the
	 * object, and in static ones that are given an object of the class. With these it is
	 * the caller that says whether it is.
	 */
	private boolean mayBeginWithTheObject(int access, String descriptor) {
		if ((access & Opcodes.ACC_STATIC) == 0) {
			return true;
		}
		Type[] parameters = Type.getArgumentTypes(descriptor);
		return parameters.length > 0 && parameters[0].equals(Type.getType(this.type));
	}

}
