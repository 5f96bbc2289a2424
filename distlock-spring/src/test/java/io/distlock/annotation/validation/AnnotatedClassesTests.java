// SPDX-License-Identifier: Apache-2.0

package io.distlock.annotation.validation;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import io.distlock.annotation.DistributedLock;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.asm.AnnotationVisitor;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.Opcodes;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whose classes are searched for annotations.
 */
class AnnotatedClassesTests {

	@TempDir
	private Path directory;

	/**
	 * Of what is named like Spring, only what comes in its own jars is left out.
	 */
	@ParameterizedTest
	@CsvSource({ "com.example.Orders, orders, true", "com.example.Orders, spring-orders, true",
			"org.springframework.samples.petclinic.Visits, spring-petclinic, true",
			"org.springframework.orders.Orders, orders, true", "org.springframework.orders.Orders, , true",
			"org.springframework.web.Known, spring-web, false",
			"org.springframework.boot.Known, Spring Boot Web MVC, false" })
	void classesOfSpringAreNotSearched(String name, String library, boolean searched) throws Exception {
		URL jar = jar(name, library).toUri().toURL();
		try (URLClassLoader loader = new URLClassLoader(new URL[] { jar }, getClass().getClassLoader())) {
			Class<?> type = loader.loadClass(name);
			assertThat(type).hasAnnotation(DistributedLock.class);
			AnnotatedClasses classes = new AnnotatedClasses(DistributedLock.class);
			assertThat(classes.of(type).annotated()).isEqualTo(searched);
			assertThat(classes.isAny(type)).isEqualTo(searched);
		}
	}

	private Path jar(String name, String library) throws IOException {
		Manifest manifest = new Manifest();
		manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
		if (library != null) {
			manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_TITLE, library);
		}
		Path file = this.directory.resolve("library.jar");
		try (OutputStream output = Files.newOutputStream(file);
				JarOutputStream jar = new JarOutputStream(output, manifest)) {
			jar.putNextEntry(new JarEntry(ClassUtils.convertClassNameToResourcePath(name) + ".class"));
			jar.write(annotated(name));
			jar.closeEntry();
		}
		return file;
	}

	private static byte[] annotated(String name) {
		ClassWriter type = new ClassWriter(0);
		type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, ClassUtils.convertClassNameToResourcePath(name), null,
				"java/lang/Object", null);
		AnnotationVisitor annotation = type.visitAnnotation(Type.getDescriptor(DistributedLock.class), true);
		annotation.visit("name", "order");
		annotation.visitEnd();
		type.visitEnd();
		return type.toByteArray();
	}

}
