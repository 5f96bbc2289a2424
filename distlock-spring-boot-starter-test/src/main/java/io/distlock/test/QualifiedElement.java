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
 * Combined source of the qualifiers of a bean: the element named by the definition, the
 * factory method, and the class of the bean.
 */
final class QualifiedElement {

	private QualifiedElement() {
	}

	/**
	 * Collect the annotations of a bean, in Spring's order.
	 * @param beanFactory the bean factory, which has resolved the type of the bean
	 * @param name the name of the bean
	 * @return an element with all annotations
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
