// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.stream.Stream;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Where Spring looks for the qualifiers of a bean, all in one: what the definition names
 * itself, the factory method, and the class of the bean.
 */
final class QualifiedElement {

	private QualifiedElement() {
	}

	/**
	 * Gather the annotations of a bean, in the order in which Spring asks for them.
	 * @param beanFactory has been asked for the type of the bean already
	 * @param name the name of the bean
	 * @return an element with all of them
	 */
	static AnnotatedElement of(ConfigurableListableBeanFactory beanFactory, String name) {
		Stream<AnnotatedElement> elements = Stream.concat(definition(beanFactory.getMergedBeanDefinition(name)),
				Stream.ofNullable(beanFactory.getType(name, false)));
		return AnnotatedElementUtils.forAnnotations(
				elements.map(AnnotatedElement::getAnnotations).flatMap(Arrays::stream).toArray(Annotation[]::new));
	}

	private static Stream<AnnotatedElement> definition(BeanDefinition merged) {
		return (merged instanceof RootBeanDefinition definition)
				? Stream.concat(Stream.ofNullable(definition.getQualifiedElement()),
						Stream.ofNullable(definition.getResolvedFactoryMethod()))
				: Stream.empty();
	}

}
